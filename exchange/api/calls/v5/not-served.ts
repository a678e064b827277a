/** Calls of v5's documents that are not served, by the beginning of their path, and why; the first that fits counts. */
const NOT_SERVED: readonly (readonly [begins: string, why: string])[] = [
  ['/v5/market/full_orderbook', 'the book has a thousand levels a side: /v5/market/orderbook'],
  ['/v5/market/new-delivery-price', 'of options alone: /v5/market/delivery-price'],
  ['/v5/position/get-closed-positions', 'of options alone: /v5/position/closed-pnl'],
  ['/v5/position/move-positions', 'no position is moved between accounts'],
  ['/v5/account/demo-apply-money', 'money comes from /sandbox/faucet'],
  ['/v5/account/upgrade-to-uta', 'every account is unified'],
  ['/v5/account/set-limit-px-action', 'a limit price beyond the band is moved to it, always'],
  ['/v5/account/set-delta-mode', 'spot stands against contracts by /v5/account/set-hedging-mode'],
  ['/v5/account/option-asset-info', 'of options alone'],
  ['/v5/account/pay-info', 'see /v5/account/collateral-info'],
  ['/v5/account/trade-info-for-analysis', 'its sums follow from /v5/execution/list'],
  ['/v5/asset/', 'coins neither come nor go but by /sandbox/faucet, and are not exchanged'],
  ['/v5/user/', 'keys are made by /sandbox/api-keys, and no account has others below it'],
  ['/v5/spot-margin-trade/fixed-borrow', 'nothing is lent for a term'],
  ['/v5/spot-margin-trade/', 'see state, data, collateral, coinstate, max-borrowable and position-tiers beside it'],
  [
    '/v5/spot-cross-margin-trade/',
    'accounts are unified: debts are in /v5/account/collateral-info, their interest in /v5/account/borrow-history',
  ],
  ['/v5/spot', 'leveraged tokens are pairs as others, and accounts are unified'],
  ['/v5/spread/', 'of spreads there are the calls that docs/api.md lists'],
  ['/v5/rfq/', 'no block is traded by quotes'],
  ['/v5/strategy/', 'strategies are under /contract/v5/twap'],
  ['/v5/pre-upgrade/', 'every account was unified from its beginning'],
  ['/v5/ins-loan/', 'nothing is lent'],
  ['/v5/crypto-loan', 'nothing is lent'],
  ['/v5/lending', 'nothing is lent'],
  ['/v5/earn', 'nothing is earned but by trading'],
  ['/v5/', 'docs/api.md lists what is served'],
]

/** Why a path is answered with 404, in words for whoever wrote the client. */
export function whyNotServed(path: string): string {
  const why = NOT_SERVED.find(([begins]) => path.startsWith(begins))?.[1]
  return why === undefined ? 'no such call' : `no such call here: ${why}`
}
