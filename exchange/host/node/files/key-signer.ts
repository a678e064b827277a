import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeySigner, StoredTexts } from '../../../api/host-ports'

const ROOT_BYTES = 32
/** What a signature is: HMAC-SHA-256 in hex. */
const SIGNATURE = /^[0-9a-f]{64}$/i

/** @param texts where the root is kept, for the operator's eyes only; `null` makes one that nobody keeps */
export async function openKeySigner(texts: StoredTexts | null): Promise<KeySigner> {
  return new HmacSigner(texts === null ? randomBytes(ROOT_BYTES) : await readRoot(texts))
}

/** Each secret is the HMAC of its key's name under one root of 256 random bits. */
class HmacSigner implements KeySigner {
  constructor(private readonly root: Buffer) {}

  secretOf(apiKey: string): string {
    return createHmac('sha256', this.root).update(apiKey).digest('base64url').slice(0, 36)
  }

  isSigned(apiKey: string, text: string, signature: string): boolean {
    if (!SIGNATURE.test(signature)) return false
    const expected = createHmac('sha256', this.secretOf(apiKey)).update(text).digest()
    return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
  }
}

/** A root that is not ours costs the programs their keys, never the exchange its start. */
async function readRoot(texts: StoredTexts): Promise<Buffer> {
  const stored = texts('api-key.root')
  const text = (await stored.read())?.trim() ?? ''
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex')
  const root = randomBytes(ROOT_BYTES)
  await stored.write(root.toString('hex'))
  return root
}
