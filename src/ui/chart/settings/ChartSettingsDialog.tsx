import { useSignals } from '@preact/signals-react/runtime'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import { Checkbox } from '../../kit/Checkbox'
import { Dialog } from '../../kit/Dialog'
import { Select } from '../../kit/Select'
import type { ChartModel } from '../chart-model'
import { comparedMarket, scaleFor } from '../chart-view'
import { LINE_LOCATIONS, LINE_THICKNESSES } from '../lines/line-place'
import { CHART_TYPES, PRICE_SCALES } from '../port/chart-port'
import styles from './ChartSettingsDialog.module.css'
import { EngineFacts } from './EngineFacts'
import { FavouriteIntervals } from './FavouriteIntervals'

interface Props {
  readonly model: ChartModel
  readonly onClose: () => void
}

/** How the chart shows its bars, and a moment to go to. A change holds at once. */
export function ChartSettingsDialog({ model, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('chart')
  const { t: tMarket } = useTranslation('market')
  const { chartType, scale, isInverted, isFixed, hasDays, hasCountdown, markLine, hasExecutions, timezone } =
    model.settings.value
  const compared = comparedMarket(model.market)
  const { lineLocation, lineThickness } = model.settings.value
  return (
    <Dialog title={tMarket('chart.settings')} onClose={onClose}>
      <GoTo
        onGo={(timeMs) => {
          model.goTo(timeMs)
          onClose()
        }}
      />
      <div className={styles['row']}>
        <span>{tMarket('chart.type')}</span>
        <Select
          label={tMarket('chart.type')}
          items={CHART_TYPES.map((one) => [one, tMarket(`chart.types.${one}`)] as const)}
          chosen={chartType}
          onChoose={(one) => model.setView({ chartType: one })}
        />
      </div>
      <div className={styles['row']}>
        <span>{t('settings.scale')}</span>
        <Select
          label={t('settings.scale')}
          items={PRICE_SCALES.filter((one) => scaleFor(compared, one) === one).map(
            (one) => [one, t(`settings.scales.${one}`)] as const,
          )}
          chosen={scaleFor(compared, scale)}
          onChoose={(one) => model.setView({ scale: one })}
        />
      </div>
      <div className={styles['row']}>
        <span>{t('settings.timezone')}</span>
        <Select
          label={t('settings.timezone')}
          items={timezones(timezone).map((one) => [one, one.replaceAll('_', ' ')] as const)}
          chosen={timezone}
          onChoose={(one) => model.setView({ timezone: one })}
        />
      </div>
      <div className={styles['row']}>
        <span>{t('settings.lineLocation')}</span>
        <Select
          label={t('settings.lineLocation')}
          items={LINE_LOCATIONS.map((one) => [one, t(`settings.lineLocations.${one}`)] as const)}
          chosen={lineLocation}
          onChoose={(one) => model.setView({ lineLocation: one })}
        />
      </div>
      <div className={styles['row']}>
        <span>{t('settings.lineThickness')}</span>
        <Select
          label={t('settings.lineThickness')}
          items={LINE_THICKNESSES.map((one) => [one, t(`settings.lineThicknesses.${one}`)] as const)}
          chosen={lineThickness}
          onChoose={(one) => model.setView({ lineThickness: one })}
        />
      </div>
      <Checkbox
        label={t('settings.inverted')}
        checked={isInverted}
        onChecked={(on) => model.setView({ isInverted: on })}
      />
      <Checkbox label={t('settings.fixed')} checked={isFixed} onChecked={(on) => model.setView({ isFixed: on })} />
      <Checkbox label={t('settings.days')} checked={hasDays} onChecked={(on) => model.setView({ hasDays: on })} />
      <Checkbox
        label={t('settings.countdown')}
        checked={hasCountdown}
        onChecked={(on) => model.setView({ hasCountdown: on })}
      />
      <Checkbox label={t('settings.markLine')} checked={markLine} onChecked={(on) => model.setView({ markLine: on })} />
      <Checkbox
        label={t('settings.executions')}
        checked={hasExecutions}
        onChecked={(on) => model.setView({ hasExecutions: on })}
      />
      <FavouriteIntervals
        chosen={model.settings.value.favouriteIntervals}
        onChosen={(favouriteIntervals) => model.setView({ favouriteIntervals })}
      />
      {model.engine.value === null ? null : <EngineFacts shown={model.engine.value} />}
    </Dialog>
  )
}

function GoTo({ onGo }: { readonly onGo: (timeMs: number) => void }) {
  const { t } = useTranslation('chart')
  const id = useId()
  const [text, setText] = useState('')
  const timeMs = Date.parse(`${text}Z`)
  return (
    <form
      className={styles['row']}
      onSubmit={(event) => {
        event.preventDefault()
        if (!Number.isNaN(timeMs)) onGo(timeMs)
      }}
    >
      <label htmlFor={id}>{t('settings.goTo')}</label>
      <span className={styles['goTo']}>
        <input
          id={id}
          type="datetime-local"
          data-first-focus=""
          className={styles['moment']}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className={styles['go']} disabled={Number.isNaN(timeMs)}>
          {t('settings.go')}
        </button>
      </span>
    </form>
  )
}

/** UTC and the browser's own first, then all that it knows. */
function timezones(chosen: string): readonly string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set(['UTC', own, chosen, ...Intl.supportedValuesOf('timeZone')])]
}
