const LAYER_ONE = 'Layer 1'

/** Coins by what they are for; what is not named here is the coin of a chain of its own. */
const TAG_OF: Readonly<Record<string, string>> = {
  DOGE: 'Meme',
  UNI: 'DeFi',
  LINK: 'DeFi',
  CRV: 'DeFi',
  LDO: 'DeFi',
  INJ: 'DeFi',
  OP: 'Layer 2',
  MATIC: 'Layer 2',
  FIL: 'Storage',
  SAND: 'Metaverse',
  MANA: 'Metaverse',
}

/** Words that lists group the markets of a coin by, as the exchange of the field has them. */
export function tagsOf(coin: string): readonly string[] {
  return [TAG_OF[coin] ?? LAYER_ONE]
}
