/** The whole state of a generator: four 32-bit words, so that a snapshot can hold it. */
export type RandomState = readonly [number, number, number, number]

/** A seeded generator (sfc32). The same seed gives the same sequence on every machine. */
export interface Random {
  /** Uniform in [0, 1), 32 bits. */
  next(): number
  /** Whole number in [min, max], both included. */
  int(min: number, max: number): number
  /** Standard normal (mean 0, variance 1). */
  normal(): number
  /** Exponential with the given mean. */
  exponential(mean: number): number
  state(): RandomState
}

/** FNV-1a, to turn words such as a symbol into seed material. */
export function hash32(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** @param seed a number (mixed over 12 rounds) or a saved state (continued as it was) */
export function createRandom(seed: number | RandomState): Random {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const next32 = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  if (typeof seed === 'number') {
    a = 0x9e3779b9
    b = 0x243f6a88
    c = seed | 0
    d = Math.floor(seed / 4294967296) | 1
    for (let i = 0; i < 12; i++) next32()
  } else {
    ;[a, b, c, d] = seed
  }
  const next = (): number => next32() / 4294967296
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    // Box-Muller without the spare: a saved second value would be state that a snapshot forgets.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    exponential: (mean) => -mean * Math.log(1 - next()),
    state: () => [a, b, c, d],
  }
}
