import { useSignals } from '@preact/signals-react/runtime'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Checkbox } from '../kit/Checkbox'
import { Dialog } from '../kit/Dialog'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { onePressOf } from '../trading-kit/one-press/one-press'
import { isHedged } from '../trading-kit/one-press/press-words'
import { SizeButtons } from '../trading-kit/one-press/SizeButtons'
import { hotkeyBindings, type HotkeyBindings } from './hotkey-bindings'
import { HOTKEYS, isOpening, type Hotkey } from './hotkey-list'
import styles from './HotkeySheet.module.css'
import { keyName } from './key-name'

interface Props {
  readonly market: MarketModel
  readonly onClose: () => void
}

/** Everything about one-press trading: whether it is armed, what arming turns on, sizes, and the keys, which it edits. */
export function HotkeySheet({ market, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('hotkeys')
  const app = useApp()
  const { arming, choices, sizes } = onePressOf(app)
  const bindings = hotkeyBindings(app.kept)
  const { hotkeys, book } = choices.choices.value
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className={styles['sheet']}>
        <Checkbox
          label={t('switch')}
          checked={arming.isArmed.value}
          disabled={app.account.session.value === null || app.connection.isReplay.value}
          onChecked={(isOn) => (isOn ? arming.arm() : arming.disarm())}
        />
        <Checkbox label={t('hotkeysOn')} checked={hotkeys} onChecked={(isOn) => choices.choose({ hotkeys: isOn })} />
        <Checkbox label={t('bookOn')} checked={book} onChecked={(isOn) => choices.choose({ book: isOn })} />
        <h3>{t('sizes')}</h3>
        <SizeButtons sizes={sizes} market={market} />
        <div className={styles['head']}>
          <h3>{t('hotkeys')}</h3>
          <Button size="row" onClick={() => bindings.reset()}>
            {t('reset')}
          </Button>
        </div>
        <p className={styles['note']}>{t('scope')}</p>
        <Keys bindings={bindings} isHedged={isHedged(app.account, market.symbol)} />
      </div>
    </Dialog>
  )
}

function Keys({ bindings, isHedged: hedged }: { readonly bindings: HotkeyBindings; readonly isHedged: boolean }) {
  useSignals()
  const { t } = useTranslation('hotkeys')
  const [asked, setAsked] = useState<Hotkey | null>(null)
  const [refusal, setRefusal] = useState<{ readonly hotkey: Hotkey; readonly text: string } | null>(null)
  const bound = bindings.bindings.value
  const nameOf = (hotkey: Hotkey): string =>
    hedged && isOpening(hotkey) ? t(`hotkeyHedge.${hotkey}`) : t(`hotkey.${hotkey}`)
  const ask = (hotkey: Hotkey | null): void => {
    setAsked(hotkey)
    setRefusal(null)
  }
  const onKey = (event: KeyboardEvent, hotkey: Hotkey): void => {
    if (asked !== hotkey || event.key === 'Tab' || event.key === 'Shift' || !event.nativeEvent.isTrusted) return
    // Neither the dialog closes by this key, nor is the button pressed.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return ask(null)
    const isNone = event.key === 'Delete' || event.key === 'Backspace'
    const key = isNone ? null : keyName(event)
    if (key === null && !isNone) return setRefusal({ hotkey, text: t('cannot') })
    const result = bindings.bind(hotkey, key)
    if (result.ok) ask(null)
    else setRefusal({ hotkey, text: t('used', { key, action: nameOf(result.usedBy) }) })
  }
  return (
    <table className={styles['keys']}>
      <thead>
        <tr>
          <th scope="col">{t('action')}</th>
          <th scope="col">{t('key')}</th>
        </tr>
      </thead>
      <tbody>
        {HOTKEYS.map((hotkey) => {
          const action = nameOf(hotkey)
          const key = bound[hotkey] ?? t('noKey')
          const isAsked = asked === hotkey
          return (
            <tr key={hotkey}>
              <th scope="row">
                {action}
                {refusal?.hotkey === hotkey ? <small role="alert">{refusal.text}</small> : null}
              </th>
              <td>
                <button
                  type="button"
                  className={styles['key']}
                  aria-label={isAsked ? t('press') : t('change', { action, key })}
                  title={isAsked ? t('pressHint') : undefined}
                  data-asked={isAsked || undefined}
                  onClick={() => ask(isAsked ? null : hotkey)}
                  onBlur={() => (isAsked ? ask(null) : undefined)}
                  onKeyDown={(event) => onKey(event, hotkey)}
                >
                  {isAsked ? t('press') : key}
                </button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
