import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Wallet } from '../../domain/account/wallet'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { PortfolioFigures, PortfolioMargins } from '../../domain/risk/portfolio-report'
import { qtyCoin } from '../contract-units'
import { formatCoin, formatNumber, formatPercent, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { Translate } from '../i18n/words'
import { Button } from '../kit/Button'
import { Checkbox } from '../kit/Checkbox'
import { Choice } from '../kit/Choice'
import { IconButton } from '../kit/IconButton'
import { NumberField } from '../kit/NumberField'
import { SearchField } from '../kit/SearchField'
import { useApp } from '../state/app-context'
import { rejectionText } from '../trading-kit/refusals/rejection-text'
import styles from './Portfolio.module.css'
import { ratesWith, unitOf, withUnit } from './portfolio-figures'
import type { ListedTrade, PortfolioModel } from './portfolio-model'
import { formatMove, WAYS } from './ScenarioGrid'
import { WhatIfForm } from './what-if-form'
import { chainCoin } from './what-if-markets'

interface Props {
  readonly model: PortfolioModel
  readonly wallet: Wallet
  readonly units: readonly PortfolioFigures[]
  /** The underlying that is looked at; `null` where nothing is held. */
  readonly shown: PortfolioFigures | null
}

/** Trades that are not made: what each would do to the account's margin alone, and the ticked ones together. Nothing is sent. */
export function WhatIfPanel({ model, wallet, units, shown }: Props) {
  useSignals()
  const { t } = useTranslation('portfolio')
  const trades = model.trades.value
  const together = model.together.value
  return (
    <section aria-label={t('whatIf.title')} className={styles['block']}>
      <h2 className={styles['title']}>{t('whatIf.title')}</h2>
      <p className={styles['note']}>{t('whatIf.about')}</p>
      {trades.length === 0 ? null : (
        <ul className={styles['trades']}>
          {trades.map((trade) => (
            <Trade key={trade.symbol} trade={trade} model={model} wallet={wallet} units={units} />
          ))}
        </ul>
      )}
      <AddTrade model={model} shown={shown} />
      {together === null ? null : <Together wallet={wallet} units={units} together={together} shown={shown} />}
    </section>
  )
}

interface TradeProps extends Pick<Props, 'model' | 'wallet' | 'units'> {
  readonly trade: ListedTrade
}

function Trade({ trade, model, wallet, units }: TradeProps) {
  const { t } = useTranslation('portfolio')
  const { symbol, qty, isOn, alone } = trade
  const name = `${formatNumber(qty, { decimals: qty.split('.')[1]?.length ?? 0, signed: true })} ${symbol}`
  return (
    <li>
      <Checkbox label={name} checked={isOn} onChecked={(isTicked) => model.tick(symbol, isTicked)} />
      <output>
        {formatPercent(wallet.maintenanceMarginRate)} →{' '}
        <b>{formatPercent(rateAlone(alone, { symbol, wallet, units }))}</b>
      </output>
      <IconButton
        strokes="M4 4 12 12M12 4 4 12"
        label={t('whatIf.remove', { name })}
        onPress={() => model.remove(symbol)}
      />
    </li>
  )
}

interface Known extends Pick<Props, 'wallet' | 'units'> {
  readonly symbol: InstrumentSymbol
}

function rateAlone(alone: ListedTrade['alone'], { symbol, wallet, units }: Known) {
  if (alone === undefined) return null
  const unit = alone === null ? units.find(({ positions }) => positions.some((one) => one.symbol === symbol)) : alone
  if (unit === undefined) return wallet.maintenanceMarginRate
  return ratesWith(wallet, units, withUnit(units, unitOf(unit), alone)).maintenance
}

function AddTrade({ model, shown }: Pick<Props, 'model' | 'shown'>) {
  useSignals()
  const { t } = useTranslation('portfolio')
  // What is refused is told in their words.
  useTranslation('notices')
  const id = useId()
  const app = useApp()
  const form = useMemo(() => new WhatIfForm(), [])
  const [failure, setFailure] = useState('')
  const coin = chainCoin(form.market.value, shown?.underlying ?? 'BTC')
  useEffect(() => (coin === null ? undefined : app.hub.watch({ topic: { kind: 'chain', coin } })), [app, coin])
  const { tickers, instruments } = app.catalogue
  const names = [
    ...[...instruments.value.values()].filter(({ status }) => status === 'trading').map(({ symbol }) => symbol),
    ...(tickers.options.value === 0 || coin === null ? [] : tickers.optionsOn(coin)),
  ]
  const trade = form.trade.value
  const contract = trade === null ? undefined : instruments.value.get(trade.symbol)
  const unit = contract === undefined ? (coin ?? '') : qtyCoin(contract)
  return (
    <form
      className={styles['add']}
      aria-label={t('whatIf.add')}
      onSubmit={(event) => {
        event.preventDefault()
        if (trade === null) return
        void model.add(trade.symbol, trade.qty).then((rejection) => {
          setFailure(rejection === null ? '' : rejectionText(rejection))
          if (rejection === null) form.clear()
        })
      }}
    >
      <SearchField
        label={t('whatIf.market')}
        value={form.market.value}
        onText={(text) => form.setMarket(text)}
        list={`${id}-markets`}
      />
      <datalist id={`${id}-markets`}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Choice
        label={t('whatIf.side')}
        items={(['buy', 'sell'] as const).map((side) => ({ id: side, label: t(`trade:${side}`) }))}
        chosen={form.side.value}
        onChoose={(side) => form.setSide(side)}
      />
      <NumberField
        label={t('trade:quantity')}
        value={form.qtyText.value}
        onText={(typed) => form.setQtyText(typed)}
        onStep={(direction) => form.stepQty(direction, 0.1)}
      >
        {unit}
      </NumberField>
      <Button type="submit" disabled={trade === null || model.isFull}>
        {t('whatIf.add')}
      </Button>
      {failure === '' ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
    </form>
  )
}

interface TogetherProps extends Pick<Props, 'wallet' | 'units' | 'shown'> {
  readonly together: readonly PortfolioMargins[]
}

function Together({ wallet, units, together, shown }: TogetherProps) {
  const { t } = useTranslation('portfolio')
  const rates = ratesWith(wallet, units, together)
  const unit = shown === null ? null : unitOf(shown)
  const after = together.find((one) => unit === null || unitOf(one) === unit) ?? null
  const coin = (after ?? shown)?.settleCoin ?? ''
  const rows = [
    ['maintenance', formatPercent(wallet.maintenanceMarginRate), formatPercent(rates.maintenance)],
    ['initial', formatPercent(wallet.initialMarginRate), formatPercent(rates.initial)],
    ['margin', amountOf(shown?.maintenanceMargin, coin), amountOf(after?.maintenanceMargin, coin)],
    ['loss', amountOf(shown?.worst?.loss, coin), amountOf(after?.worst?.loss, coin)],
    ['decides', decides(t, shown), decides(t, after)],
  ] as const
  return (
    <table className={styles['together']} aria-label={t('whatIf.together')}>
      <thead>
        <tr>
          <th scope="col">{t('whatIf.together')}</th>
          <th scope="col">{t('whatIf.now')}</th>
          <th scope="col">{t('whatIf.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([id, now, then]) => (
          <tr key={id}>
            <th scope="row">{t(`whatIf.row.${id}`, { unit: unit ?? (after === null ? '' : unitOf(after)) })}</th>
            <td>{now}</td>
            <td>
              <b>{then}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function amountOf(amount: PortfolioMargins['maintenanceMargin'] | undefined, coin: string): string {
  return amount === undefined ? MISSING : formatCoin(amount, coin)
}

function decides(t: Translate<'portfolio'>, margins: PortfolioMargins | null): string {
  const worst = margins?.worst ?? null
  return worst === null ? t('nothingLost') : t(`case.${WAYS[worst.way] ?? 'same'}`, { move: formatMove(worst.move) })
}
