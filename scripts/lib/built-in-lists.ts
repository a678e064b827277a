import { catalogue } from '../../exchange/listings/catalogue'
import { SPOT_GROUPS } from '../../exchange/listings/spot-pairs'
import { writeBriefSymbolList } from '../../src/wire/rest/brief-symbol-list'
import { writeQuoteTokenGroup } from '../../src/wire/rest/spot-lists'

/** Words of `HALYARD_REGION`; each has a file of its own. */
export const BUILT_IN_REGIONS = ['global', 'eu'] as const

/** Spec §4: the pairs of the last resort. */
const SPOT_BASES = ['BTC', 'ETH']

/**
 * What the app shows of markets when nothing else is known (spec §9, "Fallback list"): 5 inverse, 31 linear and 6 USDC
 * perpetuals, of these the one of BTC in the EU, and two spot pairs, in the exchange's own spelling. Dated contracts are
 * left out, as a build would name those that have ended.
 */
export function builtInLists(region: (typeof BUILT_IN_REGIONS)[number]): { contracts: object; spot: object } {
  const groups = SPOT_GROUPS.filter(({ coin }) => coin === 'USDT').map((group) => {
    const kept = group.pairs.map(({ baseCoin }) => SPOT_BASES.includes(baseCoin))
    return {
      ...group,
      pairs: group.pairs.filter((_, at) => kept[at]),
      volumes: group.volumes.filter((_, at) => kept[at]),
    }
  })
  return {
    contracts: writeBriefSymbolList(catalogue(region, 'all'), 'built-in', 0),
    spot: { quoteTokenResult: groups.map(writeQuoteTokenGroup), version: 'built-in' },
  }
}

/** The lists as files of the build (`BuiltInLists` in the hub). Workers of the app keep them like its other files. */
export function emitBuiltInLists(): import('vite').Plugin {
  return {
    name: 'built-in-lists',
    apply: 'build',
    generateBundle() {
      for (const region of BUILT_IN_REGIONS)
        this.emitFile({
          type: 'asset',
          fileName: `built-in-symbols-${region}.json`,
          source: JSON.stringify(builtInLists(region)),
        })
    },
  }
}
