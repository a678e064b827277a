import { describe, expect, test } from 'vitest'
import { readBootstrap } from '../../../src/ui/app/read-bootstrap'

/** The part of a page that is looked at. */
const page = (content: string | null): ParentNode =>
  ({
    querySelector: (selector: string) =>
      selector === 'meta[name="halyard-bootstrap"]' && content !== null ? { getAttribute: () => content } : null,
  }) as unknown as ParentNode

describe('bootstrap data of the page (decisions 31, reliability.md X2)', () => {
  test('other hosts are taken as origins', () => {
    const [api, ws, locales] = ['https://api.example', 'wss://push.example:8443', 'https://words.example']
    const content = JSON.stringify({ build: 'x', api, ws, locales: `${locales}/` })
    expect(readBootstrap(page(content))).toEqual({
      api: 'https://api.example',
      ws: 'wss://push.example:8443',
      venue: null,
      locales: 'https://words.example',
      region: 'global',
      serviceWorker: true,
      chartLibrary: false,
      refused: [],
    })
  })

  test('the region is one of two', () => {
    expect(readBootstrap(page('{"region":"eu"}')).region).toBe('eu')
    expect(readBootstrap(page('{"region":"mars"}'))).toMatchObject({ region: 'global', refused: ['region: "mars"'] })
  })

  test('another kind of exchange is taken by its name', () => {
    expect(readBootstrap(page('{"venue":"sandbox-weaker"}')).venue).toBe('sandbox-weaker')
  })

  test('the operator’s word against the service worker counts, and nothing else does', () => {
    expect(readBootstrap(page('{"serviceWorker":false}')).serviceWorker).toBe(false)
    expect(readBootstrap(page('{"serviceWorker":0}')).serviceWorker).toBe(true)
  })

  test.each([
    ['no tag', null, []],
    ['the mark the development server leaves', '%HALYARD_BOOTSTRAP%', []],
    ['no object', '[]', []],
    ['null', 'null', []],
    ['empty texts', '{"api":"","ws":"","venue":"","locales":""}', []],
    [
      'other schemes',
      '{"api":"javascript:alert(1)","ws":"https://push.example","locales":"wss://words.example"}',
      ['api: "javascript:alert(1)"', 'ws: "https://push.example"', 'locales: "wss://words.example"'],
    ],
    ['no texts', '{"api":1,"ws":{},"venue":2}', ['api: 1', 'ws: {}', 'venue: 2']],
  ])('%s means the page’s own origin, and what was refused is said', (_what, content, refused) => {
    expect(readBootstrap(page(content))).toEqual({
      api: null,
      ws: null,
      venue: null,
      locales: null,
      region: 'global',
      serviceWorker: true,
      chartLibrary: false,
      refused,
    })
  })
})
