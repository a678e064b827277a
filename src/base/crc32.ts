const TABLE = /* @__PURE__ */ (() => {
  const table = new Uint32Array(256)
  for (let n = 0; n < 256; n++) {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    table[n] = c >>> 0
  }
  return table
})()

/** Start value of a running CRC-32 (IEEE 802.3). */
export const CRC32_START = 0xffffffff

/** Feeds ASCII text into a running CRC. Characters above 127 are not part of any checked text. */
export function crc32Step(crc: number, text: string): number {
  for (let i = 0; i < text.length; i++) {
    crc = TABLE[(crc ^ text.charCodeAt(i)) & 0xff]! ^ (crc >>> 8)
  }
  return crc
}

/** Feeds one byte into a running CRC. */
export function crc32Byte(crc: number, byte: number): number {
  return TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
}

/** @returns the finished checksum as an unsigned 32-bit number */
export function crc32End(crc: number): number {
  return (crc ^ 0xffffffff) >>> 0
}

/** CRC-32 of ASCII text. Check value: `crc32('123456789') === 0xcbf43926`. */
export function crc32(text: string): number {
  return crc32End(crc32Step(CRC32_START, text))
}
