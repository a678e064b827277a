import { useSignals } from '@preact/signals-react/runtime'
import { leverageMarks } from '../../../domain/instrument/leverage-marks'
import type { Leverage } from '../../../domain/decimal'
import type { InstrumentSymbol } from '../../../domain/order/order'
import { formatLeverage } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { useApp, type App } from '../../state/app-context'
import { useNoSending } from '../../state/no-sending'
import styles from './QuickLeverage.module.css'

const CUSTOM = 'custom'

interface Props {
  readonly symbol: InstrumentSymbol
  readonly onCustomise: () => void
}

/** The leverages chosen most: one of them is in force at once, "Customise" opens the dialog (spec §4, Leverage). */
export function QuickLeverage({ symbol, onCustomise }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const noSending = useNoSending()
  const instrument = app.market(symbol).instrument.value
  const [long, short] = (['buy', 'sell'] as const).map((side) => app.account.leverage(symbol, side))
  const chosen = long === short ? long : ''
  const marks = instrument === null ? [] : leverageMarks(instrument.maxLeverage)
  return (
    <select
      className={styles['quick']}
      aria-label={t('quickLeverage')}
      title={noSending ?? t('quickLeverage')}
      disabled={instrument === null || noSending !== null}
      value={marks.some((mark) => mark === chosen) ? chosen : ''}
      onChange={({ currentTarget }) => {
        const mark = marks.find((one) => one === currentTarget.value)
        if (currentTarget.value === CUSTOM) onCustomise()
        else if (mark !== undefined) void setAtOnce(app, symbol, mark)
      }}
    >
      <option value="" hidden>
        {formatLeverage(long ?? null)}
      </option>
      {marks.map((mark) => (
        <option key={mark} value={mark}>
          {formatLeverage(mark, mark.includes('.') ? 2 : 0)}
        </option>
      ))}
      <option value={CUSTOM}>{t('customise')}</option>
    </select>
  )
}

async function setAtOnce({ hub, notices }: App, symbol: InstrumentSymbol, leverage: Leverage): Promise<void> {
  const outcome = await hub.api.setLeverage({ symbol, buyLeverage: leverage, sellLeverage: leverage })
  if (outcome.kind === 'accepted') notices.say('leverageSet', { symbol, leverage: formatLeverage(leverage) })
  // Unknown is told by the hub, which looks it up.
  else if (outcome.kind === 'refused') notices.sayRefused('leverageRefused', outcome.rejection)
}
