import type { Base64 } from '../../../journal/ledger-ports'

/** Node's own. */
export const base64: Base64 = {
  encode: (bytes, from, to) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64', from, to),
  decode: (text) => new Uint8Array(Buffer.from(text, 'base64')),
}
