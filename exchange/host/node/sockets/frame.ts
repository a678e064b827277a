/**
 * A text message as it is on the wire: one unmasked, uncompressed frame (RFC 6455 §5.2). It is made once for all who
 * hear it; what is left for each of them is the kernel's.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < SHORT_MAX ? 2 : length <= MIDDLE_MAX ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = FINAL_TEXT
  if (head === 2) {
    frame[1] = length
  } else if (head === 4) {
    frame[1] = SHORT_MAX
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = SHORT_MAX + 1
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}

const FINAL_TEXT = 0x81
/** Lengths below stand in the second byte itself; 126 says two bytes follow, 127 eight. */
const SHORT_MAX = 126
const MIDDLE_MAX = 0xffff
