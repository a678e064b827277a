import { expect } from 'vitest'
import { both, shown, type Call, type Proof } from './proofs'
import { refusedAs } from './given'

/** There are no options in the table's exchange; `options.test.ts` shows what protection does where there are. */
const NO_COIN: Proof = refusedAs('BTC', 10001, 'baseCoin')
const TERMS = { baseCoin: 'BTC', window: '5000', frozenPeriod: '100', qtyLimit: '1', deltaLimit: '1' }
/** A good value comes as far as the coin. */
const term = (good: unknown, ...bad: readonly unknown[]): Proof =>
  both(refusedAs(good, 10001, 'baseCoin'), ...bad.map((value) => refusedAs(value, 10001)))

/** Calls of market-maker protection, with the parameters that their pages name. */
export const MAKER_PROTECTION_TABLE: Readonly<Record<string, Call>> = {
  'POST /v5/account/mmp-modify': {
    doc: 'account/set-mmp',
    with: TERMS,
    parameters: {
      baseCoin: NO_COIN,
      window: term('1', '0', '60001', 'long'),
      frozenPeriod: term('0', '-1', '86400001'),
      qtyLimit: term('0.01', '0', '0.001', '-1', 'much'),
      deltaLimit: term('0.01', '0', '0.001', '-1', 'much'),
    },
    ours: { vegaLimit: 'of the published library alone: refused by its name' },
  },
  'POST /v5/account/mmp-reset': {
    doc: 'account/reset-mmp',
    parameters: { baseCoin: NO_COIN },
  },
  'GET /v5/account/mmp-state': {
    doc: 'account/get-mmp-state',
    parameters: {
      baseCoin: shown('is the coin of the answer', async ({ world, path }) => {
        const { result } = await world.get(path, { baseCoin: 'BTC' }, await world.fresh())
        expect(result['result']).toMatchObject([{ baseCoin: 'BTC', mmpEnabled: false, mmpFrozen: false }])
      }),
    },
  },
}
