import { afterAll, beforeAll, expect, it } from 'vitest'
import { Catalogue } from '../../../exchange/api/calls/shared/catalogue'
import { CONTRACT_TYPES } from '../../../src/wire/rest/contract-words'
import { parseBriefSymbolList } from '../../../src/wire/rest/brief-symbol-list'
import { RealGateway } from './lib/real-gateway'

const PATH = '/contract/v5/product/brief-symbol-list'

let world: RealGateway
beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all' })
}, 60_000)
afterAll(() => world.close())

const read = async (query: string): Promise<Record<string, unknown>> => {
  const headers = { 'accept-encoding': 'identity' }
  const answer = await fetch(`http://127.0.0.1:${world.port}${PATH}?${query}`, { headers })
  const text = await answer.text()
  // What is said to come is what came.
  expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(text))
  const body = JSON.parse(text) as { readonly retCode: number; readonly result: Record<string, unknown> }
  expect(body.retCode).toBe(0)
  return body.result
}

it('is made once for all who ask within a second, and again when a rule changed', () => {
  const catalogue = new Catalogue(world.journal.venue)
  const first = catalogue.written(1_000)
  expect(catalogue.written(1_999)).toBe(first)
  const later = catalogue.written(2_000)
  expect(later).not.toBe(first)
  catalogue.forget()
  expect(catalogue.written(2_001)).not.toBe(later)
})

it('is answered as the contracts it stands for, whole or by type, and empty to who has its version', async () => {
  const result = await read('filter=all')
  const list = parseBriefSymbolList(result)
  expect(list.refused).toEqual([])
  expect(list.instruments.map(({ symbol }) => symbol).toSorted()).toEqual(
    world.journal.venue
      .instruments()
      .map(({ symbol }) => symbol as string)
      .toSorted(),
  )
  const some = await read('filter=InversePerpetual')
  expect(some['InversePerpetual']).toHaveLength((result['InversePerpetual'] as unknown[]).length)
  expect(CONTRACT_TYPES.filter((type) => (some[type] as unknown[]).length > 0)).toEqual(['InversePerpetual'])
  const had = await read(`version=${list.version}`)
  expect(CONTRACT_TYPES.flatMap((type) => had[type] as unknown[])).toEqual([])
})
