/** What a hotkey does, in the order in which the sheet lists it. */
export const HOTKEYS = [
  'buyBest',
  'sellBest',
  'joinBid',
  'joinAsk',
  'improveBid',
  'improveAsk',
  'cancelLast',
  'cancelAll',
  'cancelStops',
  'close',
  'closeBest',
  'reverse',
  'size1',
  'size2',
  'size3',
  'size4',
  'nextSymbol',
  'ticket',
] as const
export type Hotkey = (typeof HOTKEYS)[number]

/** Those that open, of which hedge mode says what: a long or a short. */
const OPENING = ['buyBest', 'sellBest', 'joinBid', 'joinAsk', 'improveBid', 'improveAsk'] as const satisfies Hotkey[]

export function isOpening(hotkey: Hotkey): hotkey is (typeof OPENING)[number] {
  return OPENING.some((one) => one === hotkey)
}

/** A key as it is bound: `B`, `Shift+B`, `1`, `F2` (`key-name.ts`). `null` is no key. */
export type Bindings = Readonly<Record<Hotkey, string | null>>

/** What holds until the trader has chosen. */
export const FIRST_BINDINGS: Bindings = {
  buyBest: 'B',
  sellBest: 'S',
  joinBid: 'Shift+B',
  joinAsk: 'Shift+S',
  improveBid: 'I',
  improveAsk: 'O',
  cancelLast: 'Z',
  cancelAll: 'X',
  cancelStops: 'Shift+X',
  close: 'C',
  closeBest: 'Shift+C',
  reverse: 'R',
  size1: '1',
  size2: '2',
  size3: '3',
  size4: '4',
  nextSymbol: 'N',
  ticket: 'T',
}
