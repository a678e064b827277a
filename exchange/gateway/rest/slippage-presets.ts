import type { Hono } from 'hono'
import {
  SLIPPAGE_BOUNDS,
  SLIPPAGE_PERCENT_PRESETS,
  SLIPPAGE_PERCENT_PRESETS_TIGHT,
  SLIPPAGE_TICK_PRESETS,
  SLIPPAGE_TICK_PRESETS_ETH,
  SLIPPAGE_TIGHT_COINS,
} from '../../../src/domain/limits'
import { CODE } from '../../../src/wire/rest/codes'
import { answer, Refused, type Core } from '../core'
import { readQuery } from '../http/read-request'

/** Bounds and presets of the slippage tolerance of a contract (spec §5, §9); the second preset is the default. */
export function addSlippagePresets(app: Hono, core: Core): void {
  app.get('/contract/v5/public/instrument/slippage', (context) => {
    const instrument = core.catalogue.find(readQuery(context).get('symbol') ?? '')
    if (instrument === null) throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
    const { symbol, baseCoin } = instrument
    const percent = SLIPPAGE_TIGHT_COINS.includes(baseCoin) ? SLIPPAGE_PERCENT_PRESETS_TIGHT : SLIPPAGE_PERCENT_PRESETS
    const ticks = baseCoin === 'ETH' ? SLIPPAGE_TICK_PRESETS_ETH : SLIPPAGE_TICK_PRESETS
    const { percent: percents, tick } = SLIPPAGE_BOUNDS
    return answer(core, context, {
      symbol,
      defaultType: 'Percent',
      percent: { min: percents.min, max: percents.max, presets: percent, default: percent[1] },
      tickSize: { min: tick.min, max: tick.max, presets: ticks, default: ticks[1] },
    })
  })
}
