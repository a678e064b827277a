import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { i18n } from '../../../../src/ui/i18n/instance'
import { toastText } from '../../../../src/ui/notices/toast-text'
import { NoticeModel, THROTTLE_MS } from '../../../../src/ui/state/notice-model'
import type { OrderLinkId } from '../../../../src/domain/order/order'
import { PREFERENCE_PATH } from '../../../../src/wire/rest/preferences'
import { ERROR_CATALOGUE, type CatalogueRow } from '../../../data/error-catalogue'
import { RawAnswer, settle } from '../../../workers/fakes'
import { order, Scene } from '../../../workers/scene'
import { rejectionText } from '../../../../src/ui/trading-kit/refusals/rejection-text'
import { ROADS, type Road } from './roads'

beforeAll(async () => {
  // A file that the hub brings when it is wanted; no time passes while it comes.
  await import('../../../../src/workers/venue/sandbox/key-calls')
  const words = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as object
  const en = { notices: words('notices'), trade: words('trade') }
  await i18n.init({ lng: 'en', resources: { en }, interpolation: { escapeValue: false } })
})

/** What the trader is given by one answer, and by the same answer once more. */
interface Given {
  readonly inline: string
  readonly toasts: readonly string[]
  readonly hasWall: boolean
  readonly isSignedOut: boolean
}

/** The codes of a grid bot stand in a result of code 0 (spec §8: success is `status_code` absent, 0 or 200). */
function answerOf(code: number, ext: object, scene: Scene): RawAnswer {
  if (code < 400 || code > 503) return RawAnswer.code(code, scene.world.clock, ext)
  const body = {
    retCode: 0,
    retMsg: `code ${code}`,
    result: { status_code: code, ...ext },
    time: scene.world.clock.now(),
  }
  return RawAnswer.json(body)
}

/** A hub that is live with one order, and the page's notices, on a clock of their own. */
class Desk {
  readonly scene = new Scene()
  #nowMs = 0
  readonly notices = new NoticeModel(() => this.#nowMs)

  static async open(): Promise<Desk> {
    const desk = new Desk()
    desk.scene.exchange.orders = [order()]
    await desk.scene.live()
    desk.scene.port.clear()
    return desk
  }

  later(ms: number): void {
    this.#nowMs += ms
  }

  /** The exchange answers a road with a code. */
  async answer(road: Road, code: number, ext: object = {}): Promise<Given> {
    const { scene, notices } = this
    const { transport } = scene.world
    notices.clear()
    scene.port.clear()
    transport.on(road.path, () => answerOf(code, ext, scene))
    let inline: string | null = null
    const id = `press-${code}-${this.#nowMs}` as OrderLinkId
    void road.send(scene.tab, notices, id).then((text) => (inline = text))
    await settle()
    await settle()
    for (const event of scene.port.events('notice')) notices.apply(event)
    const toasts = notices.toasts.value.map((toast) => {
      const { title, body } = toastText(toast, new Map())
      return `${title} ${body}`
    })
    return {
      inline: inline ?? '',
      toasts,
      hasWall: notices.hasWall.value,
      isSignedOut: scene.port.events('session').some(({ session }) => session === null),
    }
  }
}

const saidBy = ({ inline, toasts }: Given): string => [inline, ...toasts].join(' | ')

/** What is wrong with what a trader was given; `null` where it is as the catalogue has it. */
function fault(road: Road, row: CatalogueRow, code: number, given: Given): string | null {
  const isQuiet = road.kind === 'quiet'
  const isOfAccount = row.behaviour === 'clearsSession' || row.behaviour === 'throttled' || row.behaviour === 'timeOut'
  if (given.hasWall !== (row.behaviour === 'wall')) return `wall: ${given.hasWall}`
  if (given.isSignedOut !== (row.behaviour === 'clearsSession')) return `signed out: ${given.isSignedOut}`
  if (row.behaviour === 'wall') return given.toasts.length === 0 ? null : saidBy(given)
  if (row.behaviour === 'nothing' || (isQuiet && !isOfAccount))
    return saidBy(given) === '' ? null : `not silent: ${saidBy(given)}`
  const words = row.words ?? `${code}: code ${code}`
  if (!saidBy(given).includes(words)) return `said: ${saidBy(given)}`
  // What nobody waits for at a place of its own, and what comes beside an unknown result, is a message.
  const isToast = isQuiet || row.behaviour === 'timeOut'
  return isToast && !given.toasts.some((toast) => toast.includes(words)) ? `no message: ${saidBy(given)}` : null
}

/** Both ends of a row's codes: on each road the row is what is tried, and every code of it below. */
const ends = ({ codes }: CatalogueRow): readonly number[] => [...new Set([codes[0]!, codes.at(-1)!])]
/** Calls of one desk: the hub sends no more in a second of its own. */
const CALLS_MAX = 25

describe.each(Object.entries(ROADS))('%s: every row of the error catalogue (spec §8)', (_name, road) => {
  test('behaves as the row says, with none left over', async () => {
    let desk = await Desk.open()
    let calls = 0
    const faults: string[] = []
    for (const row of ERROR_CATALOGUE)
      for (const code of ends(row).filter((one) => !road.ownWords.includes(one))) {
        // A session that ended and a doubt are each a desk of their own; so is what is sent once a second at most.
        const isApart = road.kind === 'quiet' || row.behaviour === 'clearsSession' || row.behaviour === 'timeOut'
        if (isApart || calls++ % CALLS_MAX === 0) desk = await Desk.open()
        desk.later(THROTTLE_MS)
        const said = fault(road, row, code, await desk.answer(road, code, row.ext))
        if (said !== null) faults.push(`${code} (${row.behaviour}): ${said}`)
        if (isApart) calls = 0
      }
    expect(faults).toEqual([])
  })

  test('too many requests (10006): one message in ten seconds at most', async () => {
    const desk = await Desk.open()
    await desk.answer(road, 10006)
    desk.later(THROTTLE_MS - 1)
    expect((await desk.answer(road, 10006)).toasts).toEqual([])
  })
})

describe('every code of the catalogue, in words (O6)', () => {
  test.each(ERROR_CATALOGUE.flatMap((row) => row.codes.map((code) => [code, row] as const)))('%i', (code, row) => {
    const ext = row.ext ?? {}
    const text = rejectionText({ code, reason: 'refusedByExchange', message: `code ${code}`, ext })
    const isSilent = row.behaviour === 'nothing'
    const isWall = row.behaviour === 'wall'
    expect(text).toBe(isSilent ? '' : isWall ? text : (row.words ?? `${code}: code ${code}`))
    expect(text).not.toMatch(/[{}]|\$t/)
  })
})

test('a split order of which parts were not taken has words of its own (39303)', async () => {
  const desk = await Desk.open()
  const { scene, notices } = desk
  // 0.25 coins, in E8.
  const result = { orderId: 'o-9', orderLinkId: 'press-9', price: '64000' }
  const failed = { create_order_failed_qty_x: '25000000' }
  scene.world.transport.on(ROADS['ticket']!.path, () =>
    RawAnswer.json({
      retCode: 39303,
      retMsg: 'some parts',
      result: { ...result, ...failed },
      ext_map: failed,
      time: scene.world.clock.now(),
    }),
  )
  const outcome = ROADS['ticket']!.send(scene.tab, notices, 'press-9' as OrderLinkId)
  await settle()
  expect(await outcome).toBeNull()
  for (const event of scene.port.events('notice')) notices.apply(event)
  const bodies = notices.toasts.value.map((toast) => toastText(toast, new Map()).body)
  // The press of this road is of 0.01.
  const words = 'BTCUSDT: 0.25 of 0.01 BTC of the split order were not placed. The other parts are in Open orders.'
  expect(bodies).toContain(words)
})

test('an answer to a former session says nothing of the one of now', async () => {
  const desk = await Desk.open()
  const { scene } = desk
  let late: (answer: RawAnswer) => void = () => {}
  scene.world.transport.on('/v5/order/history', () => new Promise<RawAnswer>((resolve) => (late = resolve)))
  void scene.tab.orderHistory({ symbol: null, limit: 50, cursor: null })
  await settle()
  await desk.answer(ROADS['apiKeys']!, 10007)
  await settle()
  scene.port.clear()
  late(RawAnswer.code(10007, scene.world.clock))
  await settle()
  expect(scene.port.events('session')).toEqual([])
})

test('an exchange that ends every session at once is asked for the next one with pauses', async () => {
  const scene = new Scene()
  // Read with the first breath of each session.
  scene.world.transport.on(PREFERENCE_PATH, () => RawAnswer.code(10007, scene.world.clock))
  await scene.hello()
  await settle()
  const sessions = (): number => scene.world.transport.count('/sandbox/session')
  const atOnce = sessions()
  expect(atOnce).toBeLessThanOrEqual(3)
  await scene.world.clock.advance(10_000)
  // One in two seconds.
  expect(sessions() - atOnce).toBeLessThanOrEqual(6)
  expect(sessions() - atOnce).toBeGreaterThan(1)
})
