import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../i18n/use-translation'
import type { DecimalText } from '../../domain/decimal'
import { decimalsOf, Exact, toText } from '../../domain/decimal'
import type { Slippage } from '../../domain/order/order'
import { formatNumber } from '../format'
import { Choice } from '../kit/Choice'
import { Dialog } from '../kit/Dialog'
import { DialogForm } from '../kit/DialogForm'
import { NumberField } from '../kit/NumberField'
import { Select } from '../kit/Select'
import { acceptText, textProblem, valueText } from '../kit/number-text'
import { useApp } from '../state/app-context'
import { settleSlippage, type SlippageForm } from './slippage-form'
import { askSlippageTerms } from './slippage-source'

const OWN = 'own'
const UNITS: readonly Slippage['unit'][] = ['percent', 'tick']

/** The presets of spec §9, the trader's own number, and the way to change it. */
export function SlippageSelect({ form }: { readonly form: SlippageForm }) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { apiOrigin, connection } = useApp()
  const [isOpen, setOpen] = useState(false)
  const symbol = form.instrument.value?.symbol ?? null
  const isReplay = connection.isReplay.value
  useEffect(() => {
    // A recording asks nobody.
    if (symbol !== null && !isReplay) void askSlippageTerms(symbol, apiOrigin)
  }, [symbol, isReplay, apiOrigin])
  const words = ({ unit, value }: Slippage): string =>
    t(`slippage.${unit}`, { value: formatNumber(value, { decimals: decimalsOf(value) }) })
  const { percent, tick } = form.own.value
  const now = form.chosen.value
  const own = [percent, tick].filter((one) => one !== undefined)
  const offered = [...form.presets.value, ...own]
  const at = offered.findIndex((one) => one.unit === now.unit && one.value === now.value)
  // What is in force may be a number of another day.
  const all = at >= 0 ? offered : [...offered, now]
  const chosen = at >= 0 ? at : offered.length
  return (
    <>
      <Select
        label={t('slippage.choose')}
        items={[...all.map((one, at) => [String(at), words(one)] as const), [OWN, t('slippage.own')] as const]}
        chosen={String(chosen)}
        onChoose={(id) => {
          const picked = all[Number(id)]
          if (picked === undefined) setOpen(true)
          else form.choose(picked)
        }}
      />
      {isOpen
        ? // A form inside a form is none: the dialog stands beside the one that opened it.
          createPortal(
            <Dialog title={t('slippage.title')} onClose={() => setOpen(false)}>
              <CustomSlippage form={form} onClose={() => setOpen(false)} />
            </Dialog>,
            document.body,
          )
        : null}
    </>
  )
}

function CustomSlippage({ form, onClose }: { readonly form: SlippageForm; readonly onClose: () => void }) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const own = form.own.peek()
  const start = own.percent ?? own.tick ?? form.preset.peek()
  const [unit, setUnit] = useState(start.unit)
  const [text, setText] = useState<string>(valueText(start.value))
  const terms = form.terms.value
  const { min, max } = terms[unit]
  const preset = form.presetOf(unit)
  const settled = settleSlippage(text, preset, terms)
  return (
    <DialogForm
      subject={t('slippage.explained')}
      canConfirm={textProblem(text) === null}
      onConfirm={async () => {
        form.setCustom(settled)
        return null
      }}
      onClose={onClose}
    >
      <Choice
        label={t('slippage.unit')}
        items={UNITS.map((id) => ({ id, label: t(`slippage.${id}Unit`) }))}
        chosen={unit}
        onChoose={(next) => {
          setUnit(next)
          const kept = own[next]
          if (kept !== undefined) setText(valueText(kept.value))
        }}
      />
      <NumberField
        label={t('slippage.amount')}
        value={text}
        onText={(typed) => setText(acceptText(text, typed))}
        onStep={(direction) => {
          const step = new Exact(10).pow(-decimalsOf(min)).times(direction)
          const next = toText<DecimalText>(new Exact(settled.value).plus(step))
          setText(valueText(settleSlippage(valueText(next), preset, terms).value))
        }}
        onBlur={() => setText(textProblem(text) === null ? valueText(settled.value) : text)}
        hint={t('slippage.bounds', { min: plain(min), max: plain(max) })}
        isFirst
      >
        {t(`slippage.${unit}Unit`)}
      </NumberField>
    </DialogForm>
  )
}

function plain(value: DecimalText): string {
  return formatNumber(value, { decimals: decimalsOf(value) })
}
