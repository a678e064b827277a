import { builtInSlippage } from '../../../../src/domain/order/slippage-terms'
import { SLIPPAGE_PATH, writeSlippageTerms } from '../../../../src/wire/rest/slippage-terms'
import { route } from '../shared/route/route'
import { DECIMAL, listOf, object, TEXT } from '../shared/route/schema'
import { requireSymbol } from './native-calls'
import { SYMBOL } from '../shared/shared-fields'

const BOUNDS = object({ min: DECIMAL, max: DECIMAL, presets: listOf(DECIMAL), default: DECIMAL })

/** Bounds and presets of the slippage tolerance of a contract (spec §5, §9); the second preset is the default. */
export const SLIPPAGE_CALLS = [
  route({
    method: 'GET',
    path: SLIPPAGE_PATH,
    about: 'Bounds, presets and default of the slippage tolerance, in per cent and in ticks',
    who: 'anyone',
    input: { symbol: SYMBOL },
    result: object({ symbol: TEXT, defaultType: TEXT, percent: BOUNDS, tickSize: BOUNDS }),
    run({ core, input }) {
      const { symbol, baseCoin } = requireSymbol(core, input.symbol)
      return writeSlippageTerms(symbol, builtInSlippage(baseCoin))
    },
  }),
]
