import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FakeBrowser, makeBuild, partsOf, type Build } from './lib/fake-browser'

/** Build `n`: the frame of the app changes with each build, a dialog with every third, a library never. */
function build(n: number): Build {
  return makeBuild(`build ${n}`, { app: `app${n}`, dialog: `dlg${Math.floor(n / 3)}`, library: 'lib' })
}

async function textOf(response: Response): Promise<string> {
  return `${response.status} ${await response.text()}`
}

/** Every part that a tab of a build can ask for comes, as it was built. */
async function expectWhole(browser: FakeBrowser, of: Build): Promise<void> {
  for (const path of partsOf(of)) expect(await textOf(await browser.get(path)), path).toBe(`200 ${of.get(path)}`)
}

async function deploy(browser: FakeBrowser, next: Build): Promise<void> {
  browser.served = next
  await browser.letIn(await browser.install(next))
}

describe('fifty deploys under open tabs (reliability.md S1 to S5)', () => {
  test('a tab that is one build behind finds all its parts, and a page that is opened is of the build in force', async () => {
    const browser = new FakeBrowser()
    await deploy(browser, build(0))
    for (let n = 1; n <= 50; n++) {
      await deploy(browser, build(n))
      await expectWhole(browser, build(n - 1))
      await expectWhole(browser, build(n))
      expect(await textOf(await browser.get('/trade/usdt/BTCUSDT', 'navigate'))).toBe(`200 /index.html of build ${n}`)
    }
  })

  test('the cache holds two builds at most, and each file once', async () => {
    const browser = new FakeBrowser()
    for (let n = 0; n <= 50; n++) await deploy(browser, build(n))
    // Build 50 has dialog 16 and build 49 has it, too: of parts there are two frames, one dialog and one library, beside
    // the three files of build 50 that keep their names and the record.
    expect([...browser.files.entries.keys()].filter((url) => url.includes('/assets/'))).toHaveLength(4)
    expect(browser.files.entries.size).toBe(4 + 3 + 1)
    expect([...browser.storage.caches.keys()].filter((name) => name.startsWith('halyard-pages-'))).toHaveLength(1)
  })

  test('what has not changed is not fetched again', async () => {
    const browser = new FakeBrowser()
    await deploy(browser, build(3))
    browser.asked.length = 0
    await deploy(browser, build(4))
    expect(browser.asked.filter((path) => path.startsWith('/assets/'))).toEqual(['/assets/app-app40000.js'])
  })

  test('a tab that is two builds behind gets a plain 404 for a part that is gone, and a page of the newest build after it', async () => {
    const browser = new FakeBrowser()
    for (const n of [0, 1, 2]) await deploy(browser, build(n))
    expect((await browser.get('/assets/app-app00000.js')).status).toBe(404)
    expect(await textOf(await browser.get('/trade/usdt/BTCUSDT', 'navigate'))).toBe('200 /index.html of build 2')
  })

  test('whatever comes in whatever order, the build in force and the one before it stay whole', async () => {
    const event = record({
      build: integer({ min: 0, max: 6 }),
      // Installed and never let in; broken off at a file; or let in.
      fate: constantFrom('waits', 'breaks', 'in', 'in', 'in'),
    })
    await assert(
      asyncProperty(array(event, { maxLength: 20 }), async (events) => {
        const browser = new FakeBrowser()
        const inForce = [0]
        await deploy(browser, build(0))
        for (const { build: n, fate } of events) {
          browser.served = build(n)
          browser.beforeAnswer = (path) => {
            if (fate === 'breaks' && path === '/icons/favicon.svg') throw new TypeError('the line broke')
          }
          const waiting = await browser.install(build(n)).catch(() => null)
          browser.beforeAnswer = () => undefined
          if (waiting === null || fate !== 'in') continue
          await browser.letIn(waiting)
          if (inForce[0] !== n) inForce.unshift(n)
        }
        // The server has nothing any more: all of it has to come out of the cache.
        browser.served = new Map()
        const builds = inForce.slice(0, 2).map(build)
        for (const one of builds) await expectWhole(browser, one)
        expect(await textOf(await browser.get('/markets', 'navigate'))).toBe(`200 ${builds[0]!.get('/index.html')}`)
      }),
      { numRuns: 25 },
    )
  })
})

describe('the step from a build whose worker kept no record', () => {
  test('its parts stay for its tabs as well', async () => {
    const browser = new FakeBrowser()
    await deploy(browser, build(0))
    await browser.files.delete('/kept-builds.json')
    await deploy(browser, build(1))
    await expectWhole(browser, build(0))
    await deploy(browser, build(2))
    expect(browser.files.entries.has('http://localhost:4173/assets/app-app00000.js')).toBe(false)
  })

  test.each(['no JSON', '7', '[7]', '[["not an address"]]'])(
    'an unreadable record counts as none: %s',
    async (text) => {
      const browser = new FakeBrowser()
      await deploy(browser, build(0))
      await browser.files.put('/kept-builds.json', new Response(text))
      await deploy(browser, build(1))
      await expectWhole(browser, build(0))
    },
  )
})

describe('an install', () => {
  test('that gets a page for a missing part leaves the old build in force', async () => {
    const browser = new FakeBrowser()
    await deploy(browser, build(0))
    const next = build(1)
    browser.served = new Map([...next].filter(([path]) => !path.includes('/app-')))
    await expect(browser.install(next)).rejects.toThrow(/app-app1/)
    expect(await textOf(await browser.get('/', 'navigate'))).toBe('200 /index.html of build 0')
  })

  test('whose files the worker before removed meanwhile fetches them again once it is in force', async () => {
    const browser = new FakeBrowser()
    await deploy(browser, build(0))
    const [b, c] = [build(1), build(2)]
    browser.served = b
    const first = await browser.install(b)
    browser.served = c
    const second = await browser.install(c)
    await browser.letIn(first)
    await browser.letIn(second)
    await second.afterActivation()
    browser.served = new Map()
    await expectWhole(browser, c)
  })
})
