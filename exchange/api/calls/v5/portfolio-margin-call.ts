import type { PortfolioReport } from '../../../../src/domain/risk/portfolio-report'
import { writePortfolioAsset, writePortfolioWallet, type PricedPosition } from '../../../../src/wire/v5/portfolio-rows'
import type { Core } from '../../core'
import { optional, text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, each, INTEGER, listOf, maybe, object, TEXT } from '../shared/route/schema'

const RANGES = {
  ...listOf(
    object({
      priceScale: { ...DECIMAL, description: 'move of the price, a fraction' },
      pnls: {
        ...listOf(DECIMAL),
        description:
          'of options by themselves three: volatility up, the same, down; of contracts and totals one, of totals at the volatility where all together lose most',
      },
    }),
  ),
  title: 'V5ScenarioPnls',
}
const RANGE_OF = object({ pnlRanges: RANGES })
const POSITION = {
  ...each('symbolName settleCoin', TEXT),
  ...each('position sessionAvgPrice markPrice orderSize', DECIMAL),
  pnlRanges: RANGES,
  contractType: { ...INTEGER, description: '1 and 2 perpetuals, 3 and 4 futures, inverse and linear; 5 options' },
}
const CONTINGENCY = 'optionContingency futureDeltaContingency optionVegaContingency contingencyComponents'
const ASSET = object({
  baseCoin: TEXT,
  totalPnlRanges: object({ ALL: RANGE_OF, PERPETUAL: maybe(RANGE_OF), OPTION: maybe(RANGE_OF) }),
  perpPositionPnlRanges: listOf(object({ ...POSITION, symbolAlias: TEXT })),
  optionExpiryDatePnlRanges: listOf(
    object({ expiryDateRepresentation: TEXT, pnlRanges: RANGES, optionPositionPnlRanges: listOf(object(POSITION)) }),
  ),
  contingency: object(each(`${CONTINGENCY} usdtUsdcContingency futureContingency`, DECIMAL)),
  asset: object({ coin: TEXT, ...each('assetIM assetMM', DECIMAL) }),
  ...each('maxLossPriceMove maxLossIvShock totalClosePzFee', DECIMAL),
  spotHedgeInfo: object({ ...each('hedgeSpotSize walletBalance usdIndexPrice', DECIMAL), pnlRanges: RANGES }),
  maxLossIvShockList: listOf(DECIMAL),
})

/** The scenarios that margin an account (semantics.md §1.8), through the functions that margin it. */
export const PORTFOLIO_MARGIN_CALL = route({
  method: 'GET',
  path: '/v5/asset/portfolio-margin',
  about:
    'What an account with portfolio margin would win or lose at each move of the price, by underlying, and its margin of ' +
    'each: in US dollars where its coins back each other, else by settle coin, in that coin. Nothing by underlying of an account ' +
    'with another margin mode',
  who: 'reader',
  input: { baseCoin: optional(text({ max: 20 })) },
  result: object({
    wallet: object(
      each(
        'equity cashBalance marginBalance availableBalance accountIM accountMM accountMMRate accountIMRate',
        DECIMAL,
      ),
    ),
    assetPnlRange: listOf(ASSET),
  }),
  run({ core, caller, input }) {
    const { venue } = core.journal
    const wallet = venue.wallet(caller.account)
    if (wallet === null) throw new Error('a caller without an account')
    const balances = new Map(wallet.coins.map(({ coin, walletBalance }) => [coin, walletBalance]))
    const reports = venue.portfolio(caller.account) ?? []
    return {
      wallet: writePortfolioWallet(wallet),
      assetPnlRange: reports
        .filter(({ underlying }) => (input.baseCoin ?? underlying) === underlying)
        .map((one) => {
          const positions = pricedPositions(core, caller.account, one)
          const indexPrice = venue.usdPrice(one.underlying)
          const walletBalance = balances.get(one.underlying) ?? '0'
          return writePortfolioAsset(one, positions, { walletBalance, indexPrice })
        }),
    }
  },
})

function pricedPositions({ journal, catalogue }: Core, account: string, report: PortfolioReport) {
  return report.positions.flatMap((one): readonly PricedPosition[] => {
    const instrument = catalogue.find(one.symbol)
    if (instrument === null) return []
    const held = journal.venue.positions(account, one.symbol).find(({ size }) => size !== '0')
    const markPrice = journal.venue.ticker(one.symbol)?.markPrice ?? ''
    return [{ ...one, instrument, entryPrice: held?.entryPrice ?? '0', markPrice }]
  })
}
