import type { TradedAccount } from './account'
import type { Sent } from './commands'
import type { Laws } from './laws'
import { num } from './numbers'
import { keyOf, signOf, type OrderRow, type Picture, type PositionRow } from './picture'

/** What may change a position's margin without a fill: everything else is an order. */
const MARGIN_COMMANDS = new Set([
  'set-leverage',
  'add-margin',
  'auto-add-margin',
  'set-margin-mode',
  'switch-mode',
  'faucet',
])

/**
 * A command of this account between two pictures of the same market. An order without a fill leaves the maintenance
 * margin of every position as it was, and an isolated position's liquidation price too (decisions 38).
 */
export function checkCommand(account: TradedAccount, before: Picture, sent: Sent, laws: Laws): void {
  const after = account.picture
  const text = () => `${account.name} ${sent.name} ${JSON.stringify(sent.body)} answered ${sent.answer.retCode}`
  if (sent.answer.retCode >= 10016 && sent.answer.retCode < 10018) laws.hold('no call ends in a fault', false, text)
  checkDebt(account, before, laws, text)
  if (account.fresh.length > 0 || MARGIN_COMMANDS.has(sent.name)) return
  const earlier = new Map(before.positions.map((row) => [keyOf(row), row]))
  for (const row of after.positions) {
    const old = earlier.get(keyOf(row))
    if (old === undefined || old.size !== row.size) continue
    const what = () =>
      `${text()}: ${keyOf(row)} MM ${old.positionMM} → ${row.positionMM}, liquidation ${old.liqPrice} → ${row.liqPrice}`
    laws.hold('an order does not change MM', old.positionMM === row.positionMM, what)
    if (account.isIsolated)
      laws.hold('an order does not move an isolated liquidation price', old.liqPrice === row.liqPrice, what)
  }
}

/** No debt by one's own order (decisions 39): a coin that had something is not owed after it. */
function checkDebt(account: TradedAccount, before: Picture, laws: Laws, text: () => string): void {
  for (const [coin, row] of account.picture.coins) {
    const had = before.coins.get(coin)
    if (had === undefined || num(had.equity).lt(0)) continue
    laws.hold(
      'no debt by an order',
      num(row.equity).gte(0),
      () => `${text()}: ${coin} equity ${had.equity} → ${row.equity}`,
    )
  }
}

/** Since which step of the market what should be liquidated stands there, by position or coin. */
export type Overdue = Map<string, number>

/**
 * The first eight contracts take every step of the market, the others every tenth; a fill in a step may come after what
 * that step liquidated, and the fills of a liquidation may move the mark once more.
 */
const OVERDUE_STEPS = 25

/** What the mark has reached is liquidated (semantics 1.5), before its margin is gone. @param step how many there were */
export function checkLiquidations(account: TradedAccount, overdue: Overdue, step: number, laws: Laws): void {
  const { picture, name } = account
  const late = new Set<string>()
  const check = (law: string, key: string, isLate: boolean, text: () => string) => {
    if (isLate) late.add(key)
    if (isLate && !overdue.has(key)) overdue.set(key, step)
    laws.hold(law, !isLate || step - overdue.get(key)! <= OVERDUE_STEPS, () => `${name} ${text()}`)
  }
  for (const row of picture.positions) {
    if (!account.isIsolated || row.liqPrice === '') continue
    const isReached = num(row.markPrice).minus(row.liqPrice).times(signOf(row.side)).lte(0)
    check('isolated: liquidated at its price', `${keyOf(row)} ${row.size}`, isReached, () => describe(row))
  }
  for (const [coin, row] of picture.coins) {
    if (account.isIsolated || num(row.totalPositionMM).isZero()) continue
    const text = () => `${coin} equity ${row.equity} MM ${row.totalPositionMM}`
    check('cross: liquidated before its equity is gone', coin, num(row.equity).lt(0), text)
  }
  for (const key of overdue.keys()) if (!late.has(key)) overdue.delete(key)
}

export const NO_REMAINDER = 'no naked remainder'
const FULL = new Set(['StopLoss', 'TakeProfit', 'TrailingStop'])
const OURS = new Set(['CancelByUser', 'CancelByTpSlTsClear'])

/**
 * No naked remainder (decisions 41): what guarded the whole of a position is still there, or the position is closed. A
 * position that was flat in between is another one; a guard that its trader took away or put another one in the place of
 * is not looked for.
 * @param lives how often each position had been flat at the first picture
 */
export function checkGuards(
  account: TradedAccount,
  before: Picture,
  lives: ReadonlyMap<string, number>,
  laws: Laws,
): readonly { readonly order: OrderRow; readonly position: PositionRow }[] {
  const after = new Set(account.picture.orders.map(({ orderId }) => orderId))
  const now = new Map(account.picture.positions.map((row) => [keyOf(row), row]))
  const missing: { order: OrderRow; position: PositionRow }[] = []
  for (const order of before.orders) {
    if (!FULL.has(order.stopOrderType)) continue
    const position = now.get(keyOf(order))
    const guarded = before.positions.find((row) => keyOf(row) === keyOf(order))
    if (position === undefined || guarded === undefined || position.side !== guarded.side) continue
    if (lives.get(keyOf(order)) !== livesOf(account, order)) continue
    if (after.has(order.orderId)) laws.hold(NO_REMAINDER, true, () => '')
    else missing.push({ order, position })
  }
  return missing
}

/** @returns whether the trader's own will explains why the guard is gone */
export function isTakenAway(order: OrderRow): boolean {
  return OURS.has(order.cancelType) && num(order.cumExecQty).isZero()
}

export function livesOf(
  account: TradedAccount,
  order: { readonly symbol: string; readonly positionIdx: number },
): number {
  for (const holding of account.holdings.all())
    if (holding.contract.symbol === order.symbol && holding.positionIdx === order.positionIdx) return holding.lives
  return 0
}

export function allLives(account: TradedAccount): Map<string, number> {
  const lives = new Map<string, number>()
  for (const one of account.holdings.all()) lives.set(`${one.contract.symbol} ${one.positionIdx}`, one.lives)
  return lives
}

function describe(row: PositionRow): string {
  return `${keyOf(row)} ${row.side} ${row.size} mark ${row.markPrice} liquidation ${row.liqPrice} bankrupt ${row.bustPrice}`
}
