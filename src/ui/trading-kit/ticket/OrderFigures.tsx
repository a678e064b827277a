import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import type { Side } from '../../../domain/order/order'
import { formatCoin, formatPercent, formatPrice, formatQty, MISSING } from '../../format'
import { hasSign } from '../../kit/first-sign'
import { lazyPart } from '../../kit/load-part'
import { useApp } from '../../state/app-context'
import { useSlowComputed } from '../../state/use-slow-computed'
import { isPriceStale } from '../is-market-live'
import styles from './Ticket.module.css'
import type { OrderOutlook } from './order-outlook'
import type { TicketFigures } from './figure-values'
import { whileAsking } from './told-order'

const TicketHelp = lazyPart('ticket', async () => (await import('../help/TicketHelp')).TicketHelp)
const PressPopover = lazyPart('ticket', async () => (await import('../../kit/PressPopover')).PressPopover)

const ToldRows = lazyPart('ticket', async () => (await import('./ToldRows')).ToldRows)

const SIDES: readonly Side[] = ['buy', 'sell']

/** What the order would mean, for a long and for a short. */
export function OrderFigures({ outlook, only }: { readonly outlook: OrderOutlook; readonly only?: Side }) {
  useSignals()
  const { t } = useTranslation('trade')
  const sides = only === undefined ? SIDES : [only]
  const { tickSize: tick = null, lotSize: lot = null, settleCoin: coin = null } = outlook.market.instrument.value ?? {}
  const bySide = useSlowComputed(
    () => ({ buy: outlook.figures.buy.value, sell: outlook.figures.sell.value }),
    [outlook],
  )
  const figures = sides.map((side) => ({ side, ...bySide[side] }))
  const isStale = isPriceStale(useApp(), outlook.market)
  return (
    <table className={styles['figures']} aria-label={t('estimate')} data-stale={isStale ? '' : undefined}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('estimate')}</span> {coin}
            {hasSign.value ? (
              <Suspense fallback={null}>
                <PressPopover label={t('figuresHelp')} sign="?" className={styles['help']}>
                  <Suspense fallback={null}>
                    <TicketHelp outlook={outlook} sides={sides} />
                  </Suspense>
                </PressPopover>
              </Suspense>
            ) : null}
          </th>
          {sides.map((side) => (
            <th key={side} scope="col" data-side={side}>
              {t(`effectShort.${outlook.effect(side)}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('value')}</th>
          {figures.map(({ side, value }) => (
            <td key={side}>{formatCoin(value, coin)}</td>
          ))}
        </tr>
        {outlook.hasOwnMargin ? (
          <>
            <tr {...whileAsking(outlook.told.value?.isAsking)}>
              <th scope="row">{t('cost')}</th>
              {figures.map(({ side, cost, freeBefore }) => (
                <td key={side}>
                  {formatCoin(cost, coin)}
                  {freeBefore && <small>{t('freeBefore', { amount: formatCoin(freeBefore, coin) })}</small>}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{t('liqPrice')}</th>
              {figures.map(({ side, liquidationPrice }) => (
                <td key={side}>{formatPrice(liquidationPrice, tick)}</td>
              ))}
            </tr>
          </>
        ) : (
          <Suspense fallback={null}>
            <ToldRows outlook={outlook} sides={sides} coin={coin} />
          </Suspense>
        )}
        <tr>
          <th scope="row">{t('fee')}</th>
          {figures.map(({ side, fee, feeHeld }) => (
            <td key={side}>
              {formatCoin(fee, coin)}
              {/* Of one that may rest the help says it: a line more would move the buttons with the first digit. */}
              {!outlook.onlyRests ||
              fee === feeHeld ||
              feeHeld === null ||
              !outlook.effect(side).startsWith('open') ? null : (
                <small>{t('feeHeld', { amount: formatCoin(feeHeld, coin) })}</small>
              )}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('breakEven')}</th>
          {figures.map(({ side, breakEvenPrice }) => (
            <td key={side}>{formatPrice(breakEvenPrice, tick)}</td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('positionAfter')}</th>
          {figures.map(({ side, after }) => (
            <td key={side} data-side={after === null || after.qty === '0' ? undefined : after.side}>
              {after === null ? MISSING : afterText(after)}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('priceImpact')}</th>
          {figures.map(({ side, atOnce }) => (
            <td key={side}>
              {atOnce === null
                ? MISSING
                : atOnce.qty === '0'
                  ? t(`fillsNone.${atOnce.leftover}`)
                  : formatPercent(atOnce.impact)}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )

  function afterText({ side, qty }: NonNullable<TicketFigures['after']>): string {
    const size = formatQty(qty, lot)
    return qty === '0' ? size : `${t(side === 'buy' ? 'long' : 'short')} ${size}`
  }
}
