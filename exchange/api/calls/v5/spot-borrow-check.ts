import { Exact, toText, type Money, type Qty } from '../../../../src/domain/decimal'
import { v5NameOf } from '../../../../src/wire/v5/category'
import { SIDE_WORD } from '../../../../src/wire/words'
import { moneyOf } from '../../../venue/shapes'
import { Refused } from '../../core'
import { CODE } from '../../../../src/wire/rest/codes'
import { route } from '../shared/route/route'
import { word } from '../shared/route/field'
import { DECIMAL, each, object, TEXT } from '../shared/route/schema'
import { CATEGORY, SYMBOL } from '../shared/shared-fields'
import { requireInstrument } from './fields'

/** v5: at most four decimals of the base coin and eight of the quote coin. */
const QTY_DECIMALS = 4

/** v5's question of what an account could buy and sell a pair with. */
export const SPOT_BORROW_CHECK = route({
  method: 'GET',
  path: '/v5/order/spot-borrow-check',
  about:
    'With how much of both coins of a pair an account could trade: of its own (`spotMax…`), and, with spot margin on, with what it may borrow. As much as an order would be taken for',
  who: 'reader',
  input: { category: CATEGORY, symbol: SYMBOL, side: word([SIDE_WORD.buy, SIDE_WORD.sell]) },
  result: object({
    ...each('symbol side borrowCoin', TEXT),
    ...each('maxTradeQty maxTradeAmount spotMaxTradeQty spotMaxTradeAmount', DECIMAL),
  }),
  run({ core, caller, input }) {
    if (input.category !== 'spot') throw new Refused(CODE.badRequest, 'of spot alone', { field: 'category' })
    const instrument = requireInstrument(core, input)
    const power = core.journal.venue.lending.power(caller.account, instrument.symbol)
    if (power === null || instrument.kind !== 'spot')
      throw new Refused(CODE.badRequest, 'no such pair', { field: 'symbol' })
    const { base, quote } = power
    return {
      symbol: v5NameOf(instrument),
      side: input.side,
      // Who buys lacks the quote coin, who sells the base coin.
      borrowCoin: input.side === SIDE_WORD.buy ? instrument.settleCoin : instrument.baseCoin,
      maxTradeQty: qtyOf(base.mostE8),
      maxTradeAmount: moneyOf(quote.mostE8),
      spotMaxTradeQty: qtyOf(base.ownE8),
      spotMaxTradeAmount: moneyOf(quote.ownE8),
    }
  },
})

function qtyOf(amountE8: number): Qty {
  return toText<Qty>(new Exact(moneyOf(amountE8) satisfies Money).toDecimalPlaces(QTY_DECIMALS, Exact.ROUND_DOWN))
}
