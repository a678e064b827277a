import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'
import { commit } from '../shared/commit'
import { decimal, integer, text, unserved } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, FLAG, listOf, object, TEXT } from '../shared/route/schema'

const COIN = text({ max: 20, about: 'the coin whose price the options follow' })
const LIMITS = { min: '0.01', max: '9999999.99', step: '0.01' } as const
const LIMIT = `${LIMITS.min} to ${LIMITS.max}, up to two decimals`
const TWO_DECIMALS = /^\d{1,7}(\.\d{1,2})?$/

/** Market-maker protection of options, under v5's names. */
export const MAKER_PROTECTION_CALLS = [
  route({
    method: 'POST',
    path: '/v5/account/mmp-modify',
    about:
      'Market maker protection in the options on a coin: once fills at rest of orders with `mmp` reach a limit within the window, those orders are cancelled once the taker is done (one taker may fill several of them beyond the limit), and new ones are taken and cancelled at once with `EC_CancelByMMP` until the frozen period is over',
    who: 'trader',
    hasClientTag: true,
    input: {
      baseCoin: COIN,
      window: integer({ min: 1, max: 60_000, about: 'milliseconds, up to the fill that is looked at' }),
      frozenPeriod: integer({ min: 0, max: 86_400_000, about: 'milliseconds; 0: until it is reset' }),
      qtyLimit: decimal({ about: `of Σ |quantity|: ${LIMIT}` }),
      deltaLimit: decimal({ about: `of |Σ quantity × delta|: ${LIMIT}` }),
      vegaLimit: unserved([], 'quantity and delta are limited'),
    },
    result: object({}),
    async run({ core, http, caller, input }) {
      for (const name of ['qtyLimit', 'deltaLimit'] as const) {
        if (!TWO_DECIMALS.test(input[name]) || Number(input[name]) === 0)
          throw new Refused(CODE.badRequest, `${name} is ${LIMIT}`, { field: name, ...LIMITS })
      }
      const { baseCoin: coin, window: windowMs, frozenPeriod: frozenMs, qtyLimit, deltaLimit } = input
      const change = { kind: 'set', coin, windowMs, frozenMs, qtyLimit, deltaLimit } as const
      await commit(core, http, { type: 'makerProtection', account: caller.account, change }, 'v5')
      return {}
    },
  }),
  route({
    method: 'POST',
    path: '/v5/account/mmp-reset',
    about: 'Ends the frozen period of market maker protection, and counts from nothing',
    who: 'trader',
    hasClientTag: true,
    input: { baseCoin: COIN },
    result: object({}),
    async run({ core, http, caller, input }) {
      const change = { kind: 'reset', coin: input.baseCoin } as const
      await commit(core, http, { type: 'makerProtection', account: caller.account, change }, 'v5')
      return {}
    },
  }),
  route({
    method: 'GET',
    path: '/v5/account/mmp-state',
    about: 'Market maker protection in the options on a coin',
    who: 'reader',
    input: { baseCoin: COIN },
    result: object({
      result: listOf(
        object({
          baseCoin: TEXT,
          mmpEnabled: FLAG,
          window: TEXT,
          frozenPeriod: TEXT,
          qtyLimit: DECIMAL,
          deltaLimit: DECIMAL,
          mmpFrozenUntil: { ...TEXT, description: 'milliseconds; `0` where it is not frozen, or until it is reset' },
          mmpFrozen: FLAG,
        }),
      ),
    }),
    run({ core, caller, input }) {
      if (!core.catalogue.hasCoin(input.baseCoin))
        throw new Refused(CODE.badRequest, 'no such coin', { field: 'baseCoin' })
      const found = core.journal.venue.makerProtections.of(caller.account, input.baseCoin)
      const until = found?.frozenUntilMs ?? 0
      const row = {
        baseCoin: input.baseCoin,
        mmpEnabled: found !== null,
        window: String(found?.windowMs ?? 0),
        frozenPeriod: String(found?.frozenMs ?? 0),
        qtyLimit: found?.qtyLimit ?? '0',
        deltaLimit: found?.deltaLimit ?? '0',
        mmpFrozenUntil: until === 'reset' ? '0' : String(until),
        mmpFrozen: until !== 0,
      }
      return { result: [row] }
    },
  }),
]
