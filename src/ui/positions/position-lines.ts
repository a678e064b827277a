import type { HeldMarket } from '../../domain/instrument/market-type'
import { isOption } from '../../domain/instrument/option'
import type { Money } from '../../domain/decimal'
import type { Side } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { formatCoin, formatExactPrice, formatPrice, formatQty } from '../format'
import { say } from '../i18n/instance'
import type { LineAction, LineMoving, LineSpec } from '../trading-kit/chart-line'

/** What a button on a position's line does. */
export type PositionAction = Exclude<LineAction, 'cancel' | 'buy' | 'sell'>

/** Words of a position's lines, in the page's language. `side` is `null` where there is only one position. */
export interface PositionLineTexts {
  position(side: Side, qty: string): string
  /** Buttons of a position. @param line the line's own text */
  act(action: PositionAction, line: string): string
  /** Name of what a take-profit or a stop-loss is pulled out by. */
  pull(line: string): string
  /** The word on the button for take-profit and stop-loss. */
  tpSlMark(): string
  /** Of the button that closes a position at market: a word, because a cross cancels an order. */
  closeMark(): string
  liquidation(side: Side | null): string
  breakEven(side: Side | null): string
}

/** The words of `chart` have come by the time that a line is drawn. */
export const POSITION_LINE_TEXTS: PositionLineTexts = {
  position: (side, qty) => say(side === 'buy' ? 'chart:long' : 'chart:short', { qty }),
  act: (action, line) => say(`chart:act.${action}`, { line }),
  pull: (line) => say('chart:pull', { line }),
  tpSlMark: () => say('chart:tpSlMark'),
  closeMark: () => say('chart:closeMark'),
  liquidation: (side) => say(`chart:liquidation.${side ?? 'only'}`),
  breakEven: (side) => say(`chart:breakEven.${side ?? 'only'}`),
}

interface PositionLineInputs {
  readonly instrument: HeldMarket
  readonly positions: readonly Position[]
  /** Unrealised result at the mark price that the rest of the page shows; `null` while none is known. */
  unrealised(position: Position): Money | null
  readonly texts: PositionLineTexts
  act(action: PositionAction, position: Position): void
  /** Begins to pull a guard out of a position's line; left out where none is. */
  begin?(position: Position): LineMoving | null
}

/** The lines of the positions in one contract or option: entry, liquidation and break-even price (spec §3, chart lines). */
export function positionLines({ positions, ...inputs }: PositionLineInputs): readonly LineSpec[] {
  return positions
    .filter(({ symbol }) => symbol === inputs.instrument.symbol)
    .flatMap((position) => (position.side === null ? [] : linesOf(position, position.side, inputs)))
}

function linesOf(
  position: Position,
  side: Side,
  { instrument, unrealised, texts, act, begin }: Omit<PositionLineInputs, 'positions'>,
): readonly LineSpec[] {
  const { tickSize, lotSize, settleCoin } = instrument
  const { liquidationPrice, breakEvenPrice, entryPrice, positionIdx } = position
  // A long and a short one stand side by side in hedge mode: each of their lines says whose it is.
  const whose = positionIdx === 0 ? null : side
  const lines: LineSpec[] = []
  if (liquidationPrice !== null)
    lines.push({
      id: `liquidation/${positionIdx}`,
      kind: 'liquidation',
      tone: 'warn',
      text: texts.liquidation(whose),
      dash: 'dashed',
      price: Number(liquidationPrice),
      priceText: formatPrice(liquidationPrice, tickSize),
    })
  // Break-even runs close to other lines: it says its price at the far end and leaves the axis to the others.
  if (breakEvenPrice !== null && breakEvenPrice !== entryPrice)
    lines.push({
      id: `breakeven/${positionIdx}`,
      kind: 'breakeven',
      tone: 'muted',
      text: `${texts.breakEven(whose)} ${formatExactPrice(breakEvenPrice, tickSize)}`,
      dash: 'dotted',
      price: Number(breakEvenPrice),
      priceText: '',
    })
  if (entryPrice === null) return lines
  const text = texts.position(side, formatQty(position.size, lotSize))
  const button = (id: PositionAction, mark: string) => ({ id, mark, label: texts.act(id, text) })
  const result = unrealised(position)
  lines.push({
    id: `position/${positionIdx}`,
    kind: 'position',
    tone: 'info',
    text,
    // An option has no guards, and is reversed by an order of one's own: its premium is paid anew.
    actions: isOption(instrument)
      ? [button('close', texts.closeMark())]
      : [button('tpSl', texts.tpSlMark()), button('reverse', '⇅'), button('close', texts.closeMark())],
    onAction: (id) => (id === 'close' || id === 'tpSl' || id === 'reverse') && act(id, position),
    move:
      begin === undefined || isOption(instrument)
        ? null
        : { label: texts.pull(text), tick: Number(tickSize), begin: () => begin(position) },
    detail: {
      text: formatCoin(result, settleCoin, { signed: true }),
      tone: result?.startsWith('-') === true ? 'loss' : 'profit',
    },
    dash: 'solid',
    price: Number(entryPrice),
    priceText: formatPrice(entryPrice, tickSize),
  })
  return lines
}
