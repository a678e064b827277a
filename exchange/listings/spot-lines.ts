/**
 * Spot pairs, one line each, by the coin they are quoted in. Ticks, lots and smallest orders are those of the
 * exchange's published list of August 2026. Of the largest order only BTCUSDT's 83 is published (semantics.md §2.9):
 * the others have what is worth as much, two digits of it, and no more than the engine holds of a coin. A day's volume
 * is a quarter of the perpetual's, of USDC a fiftieth, of euros less: figures of ours.
 */
export type SpotLine = readonly [
  base: string,
  tickSize: string,
  lotSize: string,
  minQty: string,
  maxQty: string,
  volume24h: string,
  launchTimeMs: number,
]

export const USDT_PAIRS: readonly SpotLine[] = [
  ['BTC', '0.1', '0.000001', '0.000011', '83', '21000', 1627257600000],
  ['ETH', '0.01', '0.00001', '0.00029', '2200', '230000', 1627257600000],
  ['SOL', '0.01', '0.001', '0.006', '37000', '1900000', 1634256000000],
  ['XRP', '0.0001', '0.01', '0.44', '3900000', '110000000', 1627257600000],
  ['DOGE', '0.00001', '0.1', '3', '40000000', '600000000', 1627257600000],
  ['BNB', '0.1', '0.0001', '0.0019', '8700', '45000', 1634256000000],
  ['AVAX', '0.01', '0.001', '0.06', '370000', '1600000', 1634256000000],
  ['LINK', '0.01', '0.001', '0.04', '400000', '1400000', 1627257600000],
  ['TRX', '0.0001', '0.01', '3.91', '40000000', '5100000', 1634256000000],
  ['UNI', '0.001', '0.001', '0.16', '830000', '23000', 1638230400000],
  ['SUI', '0.0001', '0.01', '0.22', '5100000', '1100000', 1683072000000],
  ['OP', '0.001', '0.01', '1.2', '2100000', '1100000', 1654059063000],
  ['FIL', '0.001', '0.01', '0.19', '880000', '48000', 1634256000000],
  ['ATOM', '0.001', '0.001', '0.142', '450000', '21000', 1674097504000],
  ['NEAR', '0.001', '0.01', '0.4', '2600000', '150000', 1633651200000],
  ['EOS', '0.0001', '0.01', '1.15', '4500000', '560000', 1627257600000],
]

export const USDC_PAIRS: readonly SpotLine[] = [
  ['BTC', '0.1', '0.000001', '0.000011', '83', '1700', 1647302400000],
  ['ETH', '0.01', '0.00001', '0.00029', '2200', '18000', 1647302400000],
  ['SOL', '0.01', '0.001', '0.006', '37000', '150000', 1659312000000],
  ['ADA', '0.0001', '0.01', '1.07', '16000000', '400000', 1659312000000],
  ['AVAX', '0.01', '0.001', '0.06', '370000', '120000', 1659312000000],
  ['DOGE', '0.00001', '0.1', '3', '40000000', '48000000', 1659312000000],
  ['UNI', '0.001', '0.01', '0.16', '830000', '1800', 1659312000000],
]

export const EUR_PAIRS: readonly SpotLine[] = [
  ['BTC', '0.1', '0.000001', '0.000011', '83', '680', 1696118400000],
  ['ETH', '0.01', '0.00001', '0.0003', '2200', '7200', 1696118400000],
  ['SOL', '0.01', '0.001', '0.006', '37000', '60000', 1696118400000],
  ['XRP', '0.0001', '0.01', '0.45', '3900000', '3400000', 1696118400000],
]

/** Dollars for one of a quote coin that is none. A rate of ours that stands still: no market of the coins is here. */
export const DOLLARS_FOR: Readonly<Record<string, number>> = { EUR: 1.085 }

/** What coins are called. */
export const COIN_NAMES: Readonly<Record<string, string>> = {
  ADA: 'Cardano',
  ATOM: 'Cosmos',
  AVAX: 'Avalanche',
  BNB: 'BNB',
  BTC: 'Bitcoin',
  DOGE: 'Dogecoin',
  EOS: 'EOS',
  ETH: 'Ethereum',
  EUR: 'Euro',
  FIL: 'Filecoin',
  LINK: 'Chainlink',
  NEAR: 'NEAR Protocol',
  OP: 'Optimism',
  SOL: 'Solana',
  SUI: 'Sui',
  TRX: 'TRON',
  UNI: 'Uniswap',
  USDC: 'USD Coin',
  USDT: 'Tether',
  XRP: 'XRP',
}
