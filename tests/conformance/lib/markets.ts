/** One perpetual of each kind that is traded, under each library's name for it, and a quantity it takes. */
export const MARKETS = [
  { kind: 'linear, USDT', category: 'linear', id: 'BTCUSDT', unified: 'BTC/USDT:USDT', coin: 'USDT', qty: '0.01' },
  { kind: 'linear, USDC', category: 'linear', id: 'BTCPERP', unified: 'BTC/USDC:USDC', coin: 'USDC', qty: '0.01' },
  { kind: 'inverse', category: 'inverse', id: 'BTCUSD', unified: 'BTC/USD:BTC', coin: 'BTC', qty: '100' },
] as const

/** Categories that the exchange knows and nothing is traded in yet. */
export const EMPTY_CATEGORIES = ['spot', 'option'] as const
