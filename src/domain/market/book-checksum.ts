import { CRC32_START, crc32Byte, crc32End } from '../../base/crc32'
import type { BookSide } from './book-side'
import { writeDigits, type StepScale } from './step-text'

/** Levels a side that take part in the checksum (decisions 2). */
const LEVELS = 10
const COLON = 58
const SLOTS = 256
/** Two numbers of at most 18 characters and two colons. */
const buffer = new Uint8Array(64)

/**
 * CRC-32 is linear: going on from a state over a text of n bytes is "the state carried over n zero bytes" xor "the
 * text's own CRC from state zero". The second part is remembered per level, the first is four look-ups in a table
 * made once per length. So an unchanged level costs four look-ups and not its fifteen bytes.
 */
const carryTables: (Int32Array | undefined)[] = []

function carryTable(length: number): Int32Array {
  const known = carryTables[length]
  if (known !== undefined) return known
  const table = new Int32Array(1024)
  for (let lane = 0; lane < 4; lane++) {
    for (let byte = 0; byte < 256; byte++) {
      let state = byte << (8 * lane)
      for (let i = 0; i < length; i++) state = crc32Byte(state, 0)
      table[lane * 256 + byte] = state
    }
  }
  carryTables[length] = table
  return table
}

/** Every level is fed as `:p:q`; the state before the first is the one that a colon turns into the true start. */
const BEFORE_FIRST = /* @__PURE__ */ (() => {
  for (let index = 0; index < 256; index++) {
    const before = ((CRC32_START ^ crc32Byte(0, index)) << 8) | (index ^ COLON)
    if (crc32Byte(before, COLON) >>> 0 === CRC32_START) return before
  }
  return 0
})()

/** The running checksum of one book, with the CRCs of its levels' texts remembered in a small direct-mapped table. */
export class BookChecksum {
  readonly #tickScale: StepScale
  readonly #lotScale: StepScale
  readonly #ticks = new Float64Array(SLOTS).fill(Number.NaN)
  readonly #lots = new Float64Array(SLOTS)
  readonly #crcs = new Int32Array(SLOTS)
  readonly #carries: Int32Array[] = Array.from({ length: SLOTS }, () => carryTable(0))

  constructor(scales: { readonly tick: StepScale; readonly lot: StepScale }) {
    this.#tickScale = scales.tick
    this.#lotScale = scales.lot
  }

  /** CRC-32 of `p:q:p:q…`, bid 1, ask 1, bid 2, ask 2 …, canonical decimal text; a missing level is left out. */
  of(bids: BookSide, asks: BookSide): number {
    let state = bids.count + asks.count === 0 ? CRC32_START : BEFORE_FIRST
    const bidCount = Math.min(bids.count, LEVELS)
    const askCount = Math.min(asks.count, LEVELS)
    for (let rank = 0; rank < LEVELS; rank++) {
      if (rank < bidCount) state = this.#feed(state, bids.ticksAt(rank), bids.lotsAt(rank))
      if (rank < askCount) state = this.#feed(state, asks.ticksAt(rank), asks.lotsAt(rank))
    }
    return crc32End(state)
  }

  #feed(state: number, ticks: number, lots: number): number {
    const slot = ticks & (SLOTS - 1)
    if (this.#ticks[slot] !== ticks || this.#lots[slot] !== lots) this.#remember(slot, ticks, lots)
    const carry = this.#carries[slot]!
    return (
      carry[state & 255]! ^
      carry[256 + ((state >>> 8) & 255)]! ^
      carry[512 + ((state >>> 16) & 255)]! ^
      carry[768 + (state >>> 24)]! ^
      this.#crcs[slot]!
    )
  }

  #remember(slot: number, ticks: number, lots: number): void {
    const { length } = buffer
    let start = writeDigits(lots * this.#lotScale.multiple, this.#lotScale.decimals, buffer, length)
    buffer[--start] = COLON
    start = writeDigits(ticks * this.#tickScale.multiple, this.#tickScale.decimals, buffer, start)
    buffer[--start] = COLON
    let crc = 0
    for (let i = start; i < length; i++) crc = crc32Byte(crc, buffer[i]!)
    this.#ticks[slot] = ticks
    this.#lots[slot] = lots
    this.#crcs[slot] = crc
    this.#carries[slot] = carryTable(length - start)
  }
}
