import {
  SLIPPAGE_BOUNDS,
  SLIPPAGE_PERCENT_PRESETS,
  SLIPPAGE_PERCENT_PRESETS_TIGHT,
  SLIPPAGE_TICK_PRESETS,
  SLIPPAGE_TICK_PRESETS_ETH,
  SLIPPAGE_TIGHT_COINS,
} from '../../../../src/domain/limits'
import { route } from '../shared/route/route'
import { DECIMAL, listOf, object, TEXT } from '../shared/route/schema'
import { requireSymbol } from './native-calls'
import { SYMBOL } from '../shared/shared-fields'

const BOUNDS = object({ min: DECIMAL, max: DECIMAL, presets: listOf(DECIMAL), default: DECIMAL })

/** Bounds and presets of the slippage tolerance of a contract (spec §5, §9); the second preset is the default. */
export const SLIPPAGE_CALLS = [
  route({
    method: 'GET',
    path: '/contract/v5/public/instrument/slippage',
    about: 'Bounds, presets and default of the slippage tolerance, in per cent and in ticks',
    who: 'anyone',
    input: { symbol: SYMBOL },
    result: object({ symbol: TEXT, defaultType: TEXT, percent: BOUNDS, tickSize: BOUNDS }),
    run({ core, input }) {
      const { symbol, baseCoin } = requireSymbol(core, input.symbol)
      const isTight = SLIPPAGE_TIGHT_COINS.includes(baseCoin)
      const percents = isTight ? SLIPPAGE_PERCENT_PRESETS_TIGHT : SLIPPAGE_PERCENT_PRESETS
      const ticks = baseCoin === 'ETH' ? SLIPPAGE_TICK_PRESETS_ETH : SLIPPAGE_TICK_PRESETS
      const { percent, tick } = SLIPPAGE_BOUNDS
      return {
        symbol,
        defaultType: 'Percent',
        percent: { min: percent.min, max: percent.max, presets: percents, default: percents[1] },
        tickSize: { min: tick.min, max: tick.max, presets: ticks, default: ticks[1] },
      }
    },
  }),
]
