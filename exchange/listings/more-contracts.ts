/**
 * Contracts beside the eight that trade most, as one line each. Ticks, lots, largest orders and leverage are those of
 * the exchange's published list of March 2023 (SUI and HBAR: of August 2026); a largest price is 1,999,998 ticks there
 * throughout. Start prices and volumes are near that list's day, or near the first eight's where the coin is the same.
 */
export type ContractLine = readonly [
  base: string,
  tickSize: string,
  lotSize: string,
  maxLimitQty: string,
  maxLeverage: string,
  startPrice: string,
  volume24h: string,
  launchTimeMs: number,
]

export const MORE_LINEAR: readonly ContractLine[] = [
  ['BCH', '0.05', '0.01', '600', '50', '129.35', '8351', 1514764800000],
  ['ETC', '0.005', '0.1', '2500', '50', '19.525', '35317', 1609459200000],
  ['MATIC', '0.0001', '1', '110000', '50', '1.1646', '2919071', 1634256000000],
  ['ATOM', '0.001', '0.1', '5000', '50', '11.945', '85848', 1674097504000],
  ['NEAR', '0.001', '0.1', '44000', '50', '2.036', '585246', 1633651200000],
  ['APT', '0.0005', '0.01', '30000', '50', '11.366', '516308', 1666065833000],
  ['OP', '0.0001', '0.1', '56000', '50', '2.5173', '4509942', 1654059063000],
  ['FIL', '0.001', '0.1', '9000', '25', '6.09', '190785', 1609459200000],
  ['TRX', '0.00001', '1', '1100000', '25', '0.06703', '20517256', 1628726400000],
  ['UNI', '0.001', '0.1', '6700', '25', '6.411', '90611', 1638230400000],
  ['SAND', '0.0001', '1', '140000', '50', '0.6211', '2523154', 1635379200000],
  ['MANA', '0.0001', '0.1', '71000', '25', '0.6011', '2278243', 1636070400000],
  ['FTM', '0.0001', '1', '180000', '50', '0.4211', '3546140', 1631836800000],
  ['EOS', '0.001', '0.1', '60000', '50', '1.195', '2253067', 1514764800000],
  ['XLM', '0.00005', '1', '250000', '25', '0.08295', '3316588', 1628726400000],
  ['ICP', '0.001', '0.1', '1500', '25', '5.326', '29811', 1631145600000],
  ['INJ', '0.0005', '0.1', '7000', '25', '3.3365', '133316', 1660694400000],
  ['LDO', '0.0005', '0.1', '9700', '25', '2.6155', '286811', 1658300019000],
  ['CRV', '0.001', '0.1', '35000', '25', '0.963', '918168', 1634774400000],
  ['ADA', '0.0001', '1', '210000', '50', '0.3315', '19857027', 1627257600000],
  ['SUI', '0.0001', '10', '120000', '50', '1.0514', '4200000', 1683072000000],
  ['HBAR', '0.00001', '1', '1200000', '25', '0.0612', '9400000', 1643673600000],
]

export const USDC_PERPETUALS: readonly ContractLine[] = [
  ['BTC', '0.1', '0.001', '50', '100', '64218.4', '4200', 1647302400000],
  ['ETH', '0.01', '0.01', '400', '66.67', '2384.15', '26000', 1659312000000],
  ['SOL', '0.005', '0.1', '800', '50', '142.32', '104289', 1659312000000],
  ['ADA', '0.0001', '1', '70000', '50', '0.3315', '19857027', 1659312000000],
  ['AVAX', '0.005', '0.01', '2000', '50', '14.285', '106742', 1659312000000],
  // XRP has no USDC perpetual in that list: tick and lot are those of its USDT perpetual, its largest order a part of it.
  ['XRP', '0.0001', '1', '100000', '50', '1.3572', '21000000', 1659312000000],
  ['NEAR', '0.001', '0.1', '10000', '50', '2.036', '240154', 1664458431000],
  ['ETC', '0.005', '0.1', '2000', '50', '19.525', '73093', 1661731200000],
]

/** Quantities and volumes in contracts of one US dollar. */
export const INVERSE_PERPETUALS: readonly ContractLine[] = [
  ['BTC', '0.1', '1', '1000000', '100', '64218.4', '320000000', 1542240000000],
  ['ETH', '0.01', '1', '1000000', '100', '2384.15', '110000000', 1548374400000],
  ['EOS', '0.001', '1', '1000000', '50', '1.195', '4000000', 1548374400000],
  ['XRP', '0.0001', '1', '1000000', '50', '1.3572', '21000000', 1548374400000],
  // Tick and lot as published in August 2026.
  ['DOT', '0.001', '1', '1000000', '50', '5.874', '3000000', 1602720000000],
  ['SOL', '0.01', '1', '600000', '50', '142.32', '9000000', 1643673600000],
]
/** The USDT perpetual whose index DOTUSD shares; no list that we have names its limits, so they are ours. */
export const DOT_LINEAR: ContractLine = ['DOT', '0.001', '0.1', '60000', '50', '5.874', '2100000', 1602720000000]

/** USDC and inverse perpetuals of spec §9 ("Fallback list"), in its order. */
export const SPECIFIED = {
  usdc: ['BTC', 'ETH', 'SOL', 'ADA', 'AVAX', 'XRP'],
  inverse: ['BTC', 'ETH', 'EOS', 'XRP', 'DOT'],
} as const
/** Those of exchanges that began before the specification's sets were listed: they keep theirs. */
export const FORMER = {
  usdc: ['BTC', 'ETH', 'SOL', 'AVAX', 'NEAR', 'ETC'],
  inverse: ['BTC', 'ETH', 'SOL', 'XRP', 'EOS'],
} as const
