import { reckonsOrders } from '../trading-kit/reckons-orders'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, type ReactNode } from 'react'
import type { MarginRates } from '../../domain/account/margin-rates'
import { Exact, toText, type Money } from '../../domain/decimal'
import { formatCoin, formatFee, formatNumber, formatPrice, formatQty, MISSING } from '../format'
import { decimalsOf, type Qty } from '../../domain/decimal'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { meanText } from '../trading-kit/mean-text'
import { isPriceStale } from '../trading-kit/is-market-live'
import styles from '../trading-kit/ticket/Ticket.module.css'
import { whileAsking } from '../trading-kit/ticket/told-order'
import { changeText } from '../trading-kit/ticket/ToldRows'
import own from './SpreadEntry.module.css'
import type { SpreadFormModel } from './spread-form-model'
import type { LegOutlook } from './spread-outlook'

/** What the order does with each leg, what is held of it before and after, and what it needs. */
export function SpreadFigures({ ticket }: { readonly ticket: SpreadFormModel }) {
  useSignals()
  const app = useApp()
  const stale = [ticket.market, ...ticket.legs].some((market) => isPriceStale(app, market)) ? '' : undefined
  return (
    <>
      <Prices ticket={ticket} stale={stale} />
      <Holdings ticket={ticket} />
      <Costs ticket={ticket} stale={stale} />
    </>
  )
}

interface Props {
  readonly ticket: SpreadFormModel
  readonly stale?: '' | undefined
}

/** At which price each leg is bought or sold, beside what it costs alone. */
function Prices({ ticket, stale }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const legs = ticket.outlook.legs.value
  return (
    <table className={`${styles['figures']} ${own['legs']}`} aria-label={t('legPrices')} data-stale={stale}>
      <thead>
        <tr>
          <th scope="col">{t('legPrices')}</th>
          <th scope="col">{t('now')}</th>
          <th scope="col">{t('atPrice')}</th>
          <th scope="col">{t('better')}</th>
        </tr>
      </thead>
      <tbody>
        {legs.map((leg) => (
          <tr key={leg.symbol}>
            <LegName leg={leg} />
            <td>{formatPrice(leg.now, leg.tickSize)}</td>
            <td>{meanText(leg.at, leg.tickSize)}</td>
            <td>{meanText(leg.better, leg.tickSize, { signed: true })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LegName({ leg }: { readonly leg: LegOutlook }) {
  const { t } = useTranslation('spread')
  return (
    <th scope="row" title={leg.symbol}>
      <span data-side={leg.side} aria-hidden="true">
        {leg.side === 'buy' ? '+' : '−'}
      </span>
      <span className="visually-hidden">{t(`of.${leg.side}`)}</span> {leg.symbol}
    </th>
  )
}

/** To the last digit: coins may have more of them than a lot, and what is held is never rounded up. */
function formatHeld(qty: Qty | null, lotSize: Qty | null): string {
  return formatQty(qty, qty === null || lotSize === null || decimalsOf(lotSize) > decimalsOf(qty) ? lotSize : qty)
}

/** What is held of each leg before and after. */
function Holdings({ ticket }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const legs = ticket.outlook.legs.value
  return (
    <>
      <table className={`${styles['figures']} ${own['legs']} ${own['held']}`} aria-label={t('holdings')}>
        <thead>
          <tr>
            <th scope="col">{t('holdings')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('change')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => (
            <tr key={leg.symbol}>
              <th scope="row" title={leg.symbol}>
                {leg.symbol}
              </th>
              <td>{formatHeld(leg.before, leg.lotSize)}</td>
              <td data-side={leg.side}>
                {leg.change === null || leg.lotSize === null
                  ? MISSING
                  : formatNumber(leg.change, { decimals: decimalsOf(leg.lotSize), signed: true })}
              </td>
              <td>{formatHeld(leg.after, leg.lotSize)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {legs
        .filter(({ turns }) => turns)
        .map(({ symbol, before, after, lotSize }) => (
          <p key={symbol} className={own['turns']}>
            {t(after?.startsWith('-') === true ? 'turnsShort' : 'turnsLong', {
              symbol,
              before: formatQty(before, lotSize).replace('−', ''),
              after: formatQty(after, lotSize).replace('−', ''),
            })}
          </p>
        ))}
    </>
  )
}

/** What it needs of the account. */
function Costs({ ticket, stale }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const app = useApp()
  const { outlook } = ticket
  const spread = ticket.spread.value
  const coin = outlook.coin.value
  const outcome = outlook.outcome.value
  const reckons = reckonsOrders(app.account)
  const told = ticket.check.sides.value[ticket.side.value]
  const asking = whileAsking(ticket.check.isAsking.value)
  const rise = outcome?.rise ?? null
  const base = rise === null || rise.base.isZero() ? null : rise.base
  const coins = rise === null || rise.coins.isZero() ? null : rise.coins
  const held = rise === null ? null : toText<Money>(rise.margin)
  // What a pair pays and brings has rows of its own, and is in what the exchange says.
  const said = ticket.legs.some(({ listed }) => listed.value?.kind === 'spot') ? null : told
  const needs = said?.required ?? held
  const takes = said === null ? needs : (said.required ?? said.cost)
  return (
    <table className={`${styles['figures']} ${own['costs']}`} aria-label={t('trade:estimate')} data-stale={stale}>
      <tbody>
        <Row name={t('average')}>
          {outcome?.qty === '0'
            ? t('trade:fillsNone.ends')
            : meanText(outcome?.average ?? null, spread?.tickSize ?? null)}
        </Row>
        <Row name={t('fees')}>
          {formatFee(outcome?.fee ?? null, coin)} {coin}
          {outcome === null || outcome.baseFee === '0' ? null : (
            <>
              <br />
              {formatFee(outcome.baseFee, spread?.baseCoin ?? null)} {spread?.baseCoin}
            </>
          )}
        </Row>
        {reckons ? (
          <Row name={t('margin')} mark={asking}>
            {formatCoin(takes, coin)} {coin}
            {isClearlyMore(needs, takes) ? (
              <small>{t('trade:freeBefore', { amount: formatCoin(needs, coin) })}</small>
            ) : null}
          </Row>
        ) : (
          <>
            <Row name={t('margin')} mark={asking}>
              {formatCoin(told?.required ?? told?.cost ?? null, coin)} {coin}
            </Row>
            <Suspense fallback={null}>
              <RatesRows rates={told?.rates ?? null} mark={asking} />
            </Suspense>
          </>
        )}
        {coins === null ? null : (
          <Row name={t('pays')}>
            {formatCoin(toText<Money>(coins), coin)} {coin}
          </Row>
        )}
        {base === null ? null : (
          <Row name={t('delivers')}>
            {formatCoin(toText<Money>(base), spread?.baseCoin ?? null)} {spread?.baseCoin}
          </Row>
        )}
        <Row name={t('most')} mark={asking}>
          {formatQty(outlook.most.value, spread?.lotSize ?? null)} {spread?.baseCoin}
        </Row>
      </tbody>
    </table>
  )
}

/** By a hundredth at least, as of every order (ADR-1067). */
function isClearlyMore(needs: Money | null, takes: Money | null): boolean {
  return needs !== null && takes !== null && new Exact(takes).times('1.01').lt(needs)
}

/** The account's rates before and after, where its margin is that of the account as a whole. */
function RatesRows({ rates, mark }: { readonly rates: MarginRates | null; readonly mark: Mark }) {
  const { t } = useTranslation('ticket')
  return (
    <>
      <Row name={t('ticket:initialAfter')} mark={mark}>
        {changeText(rates?.initialBefore, rates?.initialAfter)}
      </Row>
      <Row name={t('ticket:maintenanceAfter')} mark={mark}>
        {changeText(rates?.maintenanceBefore, rates?.maintenanceAfter)}
      </Row>
    </>
  )
}

type Mark = ReturnType<typeof whileAsking>

function Row({ name, mark, children }: { readonly name: string; readonly mark?: Mark; readonly children: ReactNode }) {
  return (
    <tr {...mark}>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  )
}
