import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withPicture } from '../../../../../exchange/host/node/http/pictured-page'
import { StaticFiles } from '../../../../../exchange/host/node/http/static-files'
import type { FirstPicture } from '../../../../../src/domain/market/first-picture'
import { instrumentOf, tickerOf } from '../../../../ui/fixtures'

const PAGE = `<meta content="%HALYARD_PICTURE%"><p>%HALYARD_FIRST%</p>${' '.repeat(1_000)}`
const ticker = tickerOf('64123.5', {
  price24hChange: '-0.012345' as NonNullable<FirstPicture['ticker']['price24hChange']>,
  timeMs: Date.UTC(2026, 10, 25, 9, 5, 7),
})
const picture: FirstPicture = { listed: instrumentOf(), ticker, bids: [1, 2], asks: [3, 4] }

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-page-'))
  await writeFile(join(folder, 'index.html'), PAGE)
})
afterEach(() => rm(folder, { recursive: true }))

test('a page says its market in text that needs no script, with its time, and as data (issue 22.1)', () => {
  const html = withPicture(PAGE, picture)
  expect(html).toContain('<data value="64123.5">64,123.5</data> <span>-1.23%</span>')
  expect(html).toContain('<time datetime="2026-11-25T09:05:07.000Z">09:05:07 UTC</time>')
  const data = /content="([^"]*)"/.exec(html)![1]!.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(picture)))
})

test('a name is text and nothing else', () => {
  const displayName = `<img src=x onerror="alert(1)">$&`
  const html = withPicture(PAGE, { ...picture, listed: { ...picture.listed, displayName } })
  expect(html).not.toContain('<img')
  expect(html).toContain('<b>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;$&amp;</b>')
})

test('a page with a market is of this moment: nobody keeps it, and every form of it is whole', async () => {
  const files = new StaticFiles(folder, () => null, {
    pictureOf: (path) => (path === '/trade/usdt/BTCUSDT' ? picture : null),
  })
  const packed = await files.answer('/trade/usdt/BTCUSDT', { 'accept-encoding': 'br', 'if-none-match': '"x"' }, false)
  expect(packed?.status).toBe(200)
  expect(packed?.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' })
  expect(packed?.headers['etag']).toBeUndefined()
  expect(packed?.headers['content-length']).toBe(String(packed?.body?.byteLength))
  const plain = await files.answer('/trade/usdt/BTCUSDT', {}, false)
  expect(brotliDecompressSync(packed!.body!).toString()).toBe(plain!.body!.toString())
  expect(plain!.body!.toString()).toContain('64,123.5')
  expect((await files.answer('/trade/usdt/BTCUSDT', {}, true))?.body).toBeNull()
})

test('the shell that a service worker keeps has no market, and no mark', async () => {
  const files = new StaticFiles(folder, () => null, { pictureOf: (path) => (path === '/index.html' ? null : picture) })
  const shell = await files.answer('/index.html', {}, false)
  expect(shell?.headers['etag']).toBeDefined()
  expect(shell?.body?.toString()).toContain('<meta content=""><p></p>')
})
