import type { MarginModeReason } from '../engine/result'

/** What keeps a margin mode from being chosen, by its word, for docs/api.md: of the account, of a contract, of a coin. */
const MEANINGS: Readonly<Record<MarginModeReason['kind'], string>> = {
  insufficientBalance:
    'what is available would not cover the initial margin: of the account, or of the coin that is named; not told while orders of spreads are open, since what they hold is free once they are gone',
  wouldLiquidate:
    'what is there would be liquidated at once: the position that is named, or what stands on the account or the coin, of which nothing is told while orders of spreads are open',
  leverageSidesDiffer: 'long and short side of the contract have different leverages, which isolated margin alone has',
  crossOnly:
    'isolated margin has no options (a position or an order of the contract that is named is there) and, in exchanges that began before edition 17, no coins that back each other',
  modeFixed:
    'the mode is the only one of this kind of account, or of the contract that is named, which has a position or an order',
  hedgeMode:
    'portfolio margin knows one position of a contract: the contract, or what the coin settles, is in hedge mode',
  preMarket: 'a contract before its listing is not held with portfolio margin',
  owed: 'so much of the coin is owed, with interest, that has to be repaid before',
  spotMarginOn: 'spot margin is on, which isolated margin does not allow',
  collateral: 'the coin counts as collateral for others, which isolated margin does not allow',
  spreadOrders: 'orders of the spread are open; told last, and by itself as 110114',
}

export function marginReasonTable(): string {
  const rows = Object.entries(MEANINGS).map(([word, meaning]) => `| \`${word}\` | ${meaning} |`)
  return ['| reason | meaning |', '|---|---|', ...rows].join('\n')
}
