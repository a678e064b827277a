/**
 * Takes the bytes that a WebSocket server sends apart: first the answer to the handshake, then frames (unmasked).
 * @param {(frame: Buffer, payload: Buffer | null) => void} take all bytes of a frame, and the text of a whole text
 *   message; `null` for anything else
 * @returns {(bytes: Buffer) => void}
 */
export function serverFrames(take) {
  /** @type {Buffer} */
  let rest = Buffer.alloc(0)
  let isOpen = false
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      isOpen = true
      take(rest.subarray(0, end + 4), null)
      rest = rest.subarray(end + 4)
    }
    for (;;) {
      if (rest.length < 2) return
      const short = rest.readUInt8(1) & 127
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (rest.length < head) return
      const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short
      const end = head + length
      if (rest.length < end) return
      const isText = rest[0] === 0x81
      take(rest.subarray(0, end), isText ? rest.subarray(head, end) : null)
      rest = rest.subarray(end)
    }
  }
}
