import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CallAnswer } from '../../../api/call'

/** Below it an answer fits into the first packets of a connection as it is. */
const PACKED_FROM_BYTES = 8_192
/** A list of 600 contracts, 260 kB: 8 kB in a millisecond, beside the thread of the orders. */
const QUALITY = 5

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const bytesOf = (body: CallAnswer['body']): readonly Uint8Array[] =>
  typeof body === 'string' ? [Buffer.from(body)] : body

/**
 * Packs a large answer that says the same to everybody. What is of one account is never packed: its length would tell
 * whoever can put a guess into it (BREACH, CVE-2013-3587).
 *
 * @param accepts the request's `accept-encoding`
 * @returns the answer itself where it is small, or nothing that is known is accepted
 */
export async function packAnswer(answer: CallAnswer, accepts: string): Promise<CallAnswer> {
  const encoding = /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : null
  if (encoding === null || answer.isPublic !== true) return answer
  const pieces = bytesOf(answer.body)
  if (pieces.reduce((sum, { length }) => sum + length, 0) < PACKED_FROM_BYTES) return answer
  const whole = Buffer.concat(pieces)
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length }
  const packed = await (encoding === 'br' ? brotli(whole, { params }) : gzipped(whole))
  const headers = [...answer.headers, 'content-encoding', encoding, 'vary', 'accept-encoding']
  return { ...answer, headers, body: [packed] }
}
