import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { isSpread } from '../../domain/instrument/spread'
import { symbolPath } from '../../domain/instrument/trade-route'
import { middleOf, namedSpread, yieldOfYear } from '../../domain/market/spread-row'
import { formatPercent, formatPrice, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { useSlowComputed } from '../state/use-slow-computed'
import { impliedNow, legMarkets } from '../trading-kit/leg-markets'
import { changeSign } from '../trading-kit/units'
import { Figure } from './Figure'

interface Props {
  readonly market: MarketModel
}

/** What each leg of a spread costs by itself, with the way to its page, and what the two come to. */
export function SpreadFigures({ market }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const app = useApp()
  const listed = market.listed.value
  return (
    <>
      <Figure
        name="kind"
        label={{ text: t('kindLabel') }}
        value={listed !== null && isSpread(listed) ? t(`kind.${listed.spreadKind}`) : MISSING}
      />
      {legMarkets(market.symbol, app).map((leg) => (
        <LegFigure key={leg.symbol} leg={leg} />
      ))}
      <ImpliedFigure market={market} />
      <YieldFigure market={market} />
    </>
  )
}

function LegFigure({ leg }: { readonly leg: MarketModel }) {
  useSignals()
  const app = useApp()
  const last = useSlowComputed(() => leg.lastPrice.value, [leg])
  const name = <Link href={symbolPath(leg.symbol, app.clock.nowMs())}>{leg.symbol}</Link>
  return <Figure name="leg" label={{ text: name }} value={formatPrice(last, leg.listed.value?.tickSize ?? null)} />
}

/** What it is worth a year, as a share of its second leg, as the list of spreads has it; none without an end. */
function YieldFigure({ market }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const app = useApp()
  const named = namedSpread(market.symbol)
  const ticker = useSlowComputed(() => market.ticker.value, [market])
  const [, second] = legMarkets(market.symbol, app)
  if (named === null || named.firstEndMs === null) return null
  const price = middleOf(ticker?.bid1Price ?? null, ticker?.ask1Price ?? null) ?? ticker?.lastPrice ?? null
  const rate = yieldOfYear(price, second.lastPrice.value, named, app.clock.nowMs())
  const value = <span data-sign={changeSign(rate)}>{formatPercent(rate, { signed: true })}</span>
  return <Figure name="yield" label={{ text: t('list.yield') }} value={value} />
}

/** What the spread costs leg by leg: its own book should be better. */
function ImpliedFigure({ market }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const app = useApp()
  const { bid, ask } = impliedNow(legMarkets(market.symbol, app))
  const tick = market.listed.value?.tickSize ?? null
  const shown = { bid: formatPrice(bid, tick), ask: formatPrice(ask, tick) }
  return (
    <Figure
      name="implied"
      label={{ text: t('legByLeg') }}
      value={<span title={t('legByLegHint', shown)}>{`${shown.bid} / ${shown.ask}`}</span>}
    />
  )
}
