import type { Rate } from '../../../domain/decimal'
import type { InstrumentSymbol, Order } from '../../../domain/order/order'
import { asArray, asObject, readDecimal, readText, readWord, type JsonObject } from '../../../wire/json'
import { FIRST_ANSWER_PATH, parseFirstAnswer } from '../../../wire/rest/first-answer'
import { writeCreateOrder } from '../../../wire/rest/create-order'
import { ORDER_PREVIEW_PATH, parseOrderPreview } from '../../../wire/rest/order-preview'
import { parsePortfolio, parseWhatIf, PORTFOLIO_PATH, writeWhatIfTrades } from '../../../wire/rest/portfolio'
import { ACCOUNT_INFO_PATH } from '../../../wire/rest/lending'
import { MARGIN_MODE_OF } from '../../../wire/rest/position-settings'
import { ALERT_LIST_PATH, parsePriceAlert } from '../../../wire/push/price-alerts'
import { parseStrategy, TWAP_LIST_PATH, TWAP_ORDER_LIST_PATH } from '../../../wire/rest/strategy'
import { v5CategoryOfSymbol } from '../../../wire/v5/category'
import type { AccountCalls, HistoryPageQuery, Page, PageQuery } from '../venue-calls'
import type { Answer } from '../venue-http'
import type { VenueCapabilities } from '../venue-port'
import { asOf, get, post } from './ask'
import type { RowReaders } from './rows'

const OPEN_ORDERS_PATH = '/v5/order/realtime'
const ENDED_ORDERS_PATH = '/v5/order/history'
const POSITIONS_PATH = '/v5/position/list'
const WALLET_PATH = '/v5/account/wallet-balance'
const EXECUTIONS_PATH = '/v5/execution/list'
const FEE_RATE_PATH = '/v5/account/fee-rate'

/** Rows of one answer about one contract. */
const OF_CONTRACT_MAX = 500
/** @param forward where rows bear no sequence, lists are not as of any */
export function accountCalls(rows: RowReaders, forward: VenueCapabilities['forward']): AccountCalls {
  const asOfSeq = ({ rowSeq }: JsonObject): number | null =>
    forward === 'sequence' && typeof rowSeq === 'number' ? rowSeq : null
  const pageOf =
    <T>(read: (list: readonly unknown[]) => readonly T[]) =>
    (answer: Answer): Page<T> => {
      const result = resultOf(answer)
      const next = result['nextPageCursor']
      return {
        rows: read(asArray(result['list'], 'list')),
        nextCursor: typeof next === 'string' && next !== '' ? next : null,
        asOfSeq: asOfSeq(result),
      }
    }
  const orders = (list: readonly unknown[]): readonly Order[] => list.map((row) => rows.order(row))
  return {
    openOrders: (page) => get(OPEN_ORDERS_PATH, pageOf(orders), { query: { ...ALL, openOnly: 0, ...paging(page) } }),
    openOrdersOf: (symbol) =>
      get(OPEN_ORDERS_PATH, (answer) => ({ ...asOf(answer), orders: orders(listOf(answer)) }), {
        query: { ...ALL, symbol, openOnly: 0, limit: OF_CONTRACT_MAX },
      }),
    order: (name) =>
      get(OPEN_ORDERS_PATH, (answer) => ({ ...asOf(answer), order: orders(listOf(answer).slice(0, 1))[0] ?? null }), {
        query: { ...ALL, ...name },
        symbol: name.symbol,
      }),
    endedOrders: (page) => get(ENDED_ORDERS_PATH, pageOf(orders), past(page)),
    positions: (page) => get(POSITIONS_PATH, pageOf(rows.positions), { query: { ...ALL, ...paging(page) } }),
    positionsOf: (symbol) =>
      get(POSITIONS_PATH, (answer) => ({ ...asOf(answer), positions: rows.positions(listOf(answer)) }), {
        query: { ...ALL, symbol },
      }),
    marginMode: () =>
      get(ACCOUNT_INFO_PATH, (answer) => ({
        ...asOf(answer),
        mode: readWord(resultOf(answer), 'marginMode', MARGIN_MODE_OF),
      })),
    wallets: () => get(WALLET_PATH, (answer) => rows.wallets(listOf(answer)), { query: { accountType: 'UNIFIED' } }),
    portfolio: (trades) =>
      get(
        PORTFOLIO_PATH,
        (answer) => ({ figures: parsePortfolio(listOf(answer)), whatIf: parseWhatIf(resultOf(answer)['after']) }),
        trades.length === 0 ? {} : { query: { trades: writeWhatIfTrades(trades) } },
      ),
    foretell: (order) =>
      post(ORDER_PREVIEW_PATH, writeCreateOrder(order), ({ result }) => parseOrderPreview(result), {
        symbol: order.symbol,
      }),
    feeRates: (symbol) =>
      get(
        FEE_RATE_PATH,
        (answer) =>
          listOf(answer).map((one) => {
            const row = asObject(one, 'list')
            return {
              symbol: ratedSymbol(symbol, row),
              takerFeeRate: readDecimal<Rate>(row, 'takerFeeRate'),
              makerFeeRate: readDecimal<Rate>(row, 'makerFeeRate'),
            }
          }),
        { query: feeQuery(symbol) },
      ),
    executions: (page) => get(EXECUTIONS_PATH, pageOf(rows.executions), past(page)),
    strategies: (symbol) =>
      get(
        TWAP_LIST_PATH,
        (answer) => ({
          ...asOf(answer),
          strategies: listOf(answer).map((row) => parseStrategy(asObject(row, 'list'))),
        }),
        { query: { symbol } },
      ),
    alerts: () =>
      get(ALERT_LIST_PATH, (answer) => ({
        ...asOf(answer),
        alerts: listOf(answer).map((row) => parsePriceAlert(asObject(row, 'list'))),
      })),
    strategyOrders: (strategyId, symbol, page) =>
      get(TWAP_ORDER_LIST_PATH, pageOf(orders), { query: { strategyId, ...paging(page) }, symbol }),
    firstAnswer: (id) =>
      get(
        FIRST_ANSWER_PATH,
        ({ result, timeMs }) => {
          return { ...parseFirstAnswer(result), timeMs: timeMs ?? 0 }
        },
        { query: { clientTag: id } },
      ),
  }
}

/** Options are listed by the hundred. */
function feeQuery(symbol: InstrumentSymbol) {
  const category = v5CategoryOfSymbol(symbol)
  return category === 'option' ? { category, symbol } : { category }
}

/** Of pairs the list has the names of perpetuals (ADR-300): the pair's own is parted behind its base coin. */
function ratedSymbol(asked: InstrumentSymbol, row: JsonObject): InstrumentSymbol {
  const name = readText(row, 'symbol')
  if (v5CategoryOfSymbol(asked) !== 'spot') return name as InstrumentSymbol
  const { length } = readText(row, 'baseCoin')
  return `${name.slice(0, length)}/${name.slice(length)}` as InstrumentSymbol
}

const ALL = { category: 'all' } as const

function paging({ cursor, limit }: PageQuery) {
  return { limit, cursor }
}

function past({ symbol, ...page }: HistoryPageQuery) {
  return { query: { ...ALL, symbol, ...paging(page) }, symbol }
}

function resultOf({ result }: Answer): JsonObject {
  return asObject(result, 'result')
}

function listOf(answer: Answer): readonly unknown[] {
  return asArray(resultOf(answer)['list'], 'list')
}
