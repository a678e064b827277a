import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packAnswer } from '../../../../../exchange/host/node/http/packed-answer'
import { RealGateway } from '../../../api/lib/real-gateway'

let world: RealGateway
beforeAll(async () => {
  world = await RealGateway.open({ stepMs: 0 })
})
afterAll(() => world.close())

const LIST = '/contract/v5/product/brief-symbol-list?filter=all'

function get(path: string, accepts: string): Promise<{ readonly encoding: string | undefined; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: world.port, path, headers: { 'accept-encoding': accepts } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

/** Without what is of the moment. */
const rowsOf = (body: Buffer): unknown =>
  (
    JSON.parse(body.toString('utf8'), (key, value: unknown) =>
      key === 'time' || key === 'time_now' || key === 'expectCurrentTimestamp' ? undefined : value,
    ) as { readonly result: unknown }
  ).result

describe('a large list that is the same for everybody', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('is packed with %s for whoever accepts it, to less than a tenth', async (encoding, accepts, unpack) => {
    const plain = await get(LIST, 'identity')
    const packed = await get(LIST, accepts)
    expect(plain.encoding).toBeUndefined()
    expect(packed.encoding).toBe(encoding)
    expect(packed.body.length).toBeLessThan(plain.body.length / 10)
    expect(rowsOf(unpack(packed.body))).toEqual(rowsOf(plain.body))
  })

  it('is not packed where it is small', async () => {
    const path = '/contract/v5/product/brief-symbol-list?filter=none-of-them'
    expect((await get(path, 'br')).encoding).toBeUndefined()
  })
})

it('what is of one account is never packed, however large', async () => {
  const own = { status: 200, type: 'application/json', headers: [], body: 'x'.repeat(100_000) }
  expect(await packAnswer(own, 'br')).toBe(own)
  expect((await packAnswer({ ...own, isPublic: true }, 'br')).body[0]?.length).toBeLessThan(1_000)
})
