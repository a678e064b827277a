const UPPER_BITS = 20
const LINE_BREAK = 10

/**
 * 52 bits of a text as a whole number from 1 on. Two texts may share one: whoever finds by it compares the texts.
 * @param second a further line, as if it followed after a line break
 */
export function textHash(text: string, second: string | null = null): number {
  // FNV-1a, and the same over another factor for the upper bits.
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x5bd1e995)
  }
  if (second !== null) {
    low = Math.imul(low ^ LINE_BREAK, 0x01000193)
    high = Math.imul(high ^ LINE_BREAK, 0x5bd1e995)
    for (let i = 0; i < second.length; i += 1) {
      const unit = second.charCodeAt(i)
      low = Math.imul(low ^ unit, 0x01000193)
      high = Math.imul(high ^ unit, 0x5bd1e995)
    }
  }
  return numberOf(low, high)
}

/** The same of bytes. */
export function bytesHash(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let i = from; i < to; i += 1) {
    const unit = bytes[i]!
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x5bd1e995)
  }
  return numberOf(low, high)
}

function numberOf(low: number, high: number): number {
  return (low >>> 0) * 2 ** UPPER_BITS + (high >>> (32 - UPPER_BITS)) + 1
}
