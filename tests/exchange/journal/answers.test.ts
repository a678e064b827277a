import { describe, expect, test } from 'vitest'
import { ANSWER_LIFE_MS, Answers, ANSWERS_MAX, intentHash } from '../../../exchange/journal/answers'
import { isSameBody } from '../../../exchange/journal/ledger-line'
import { bytesHash, textHash } from '../../../exchange/journal/text-hash'
import { place } from './fake-venue'
import { ledgerLines, newDataDir, open, openHeld, ORIGIN } from './support'

describe('one intent id, one order (decisions 5)', () => {
  test('a repeat gets the first answer and makes no order and no line', async () => {
    const dataDir = newDataDir()
    const journal = await open(dataDir)
    const first = await journal.submit(place('one'), ORIGIN)
    const again = await journal.submit(place('one'), { ...ORIGIN, connId: 'another connection' })
    expect(first).toMatchObject({ outcome: 'done', seq: 2, result: { ok: true, order: { id: 'a:1' } } })
    expect(again).toMatchObject({ outcome: 'repeated', seq: 2, result: { ok: true, order: { id: 'a:1' } } })
    expect(journal.venue.openOrders('a', null)).toHaveLength(1)
    expect(ledgerLines(dataDir)).toHaveLength(2)
  })

  test('what is asked for is compared: not the order of its fields, nor what control made of it', () => {
    const one = place('one')
    const turned = Object.fromEntries(Object.entries(one).toReversed()) as typeof one
    expect(isSameBody(one, turned)).toBe(true)
    expect(isSameBody({ ...one, isHalved: true } as typeof one, one)).toBe(true)
    expect(isSameBody(Object.assign({ more: undefined }, one), one)).toBe(true)
    expect(isSameBody(place('one', { qty: '2' }), one)).toBe(false)
  })

  test('the hash of a body is FNV-1a in its upper 32 bits, as published with its test suite', () => {
    const upper = (text: string): number => Math.floor((bytesHash(Buffer.from(text)) - 1) / 2 ** 20)
    expect([upper(''), upper('a'), upper('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
    expect(bytesHash(Buffer.from('xfoobarx'), 1, 7)).toBe(textHash('foobar'))
  })

  test('a repeat waits for the disk like the first', async () => {
    const { journal, log } = await openHeld(newDataDir())
    const heard: string[] = []
    log.isHeld = true
    const first = journal.submit(place('one'), ORIGIN).then(() => heard.push('first'))
    await log.reached()
    const again = journal.submit(place('one'), ORIGIN).then(() => heard.push('again'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(heard).toEqual([])
    log.release()
    await Promise.all([first, again])
    expect(heard).toEqual(['first', 'again'])
  })

  test('the same id with another body is a conflict that names the first order', async () => {
    const journal = await open(newDataDir())
    await journal.submit(place('one'), ORIGIN)
    expect(await journal.submit(place('one', { qty: '2' }), ORIGIN)).toEqual({
      outcome: 'conflict',
      orderId: 'a:1',
    })
  })

  test('a refusal is the first answer too', async () => {
    const journal = await open(newDataDir())
    const refused = { ok: false, refusal: { kind: 'qtyInvalid', minLots: 1, maxLots: 10 } }
    expect(await journal.submit(place('one', { qty: '0' }), ORIGIN)).toMatchObject({ outcome: 'done', result: refused })
    expect(await journal.submit(place('one', { qty: '0' }), ORIGIN)).toMatchObject({
      outcome: 'repeated',
      result: refused,
    })
  })

  test('another account may use the same id, and orders without one never clash', async () => {
    const journal = await open(newDataDir())
    for (const input of [place('one'), place('one', { account: 'b' }), place(''), place('')])
      expect(await journal.submit(input, ORIGIN)).toMatchObject({ outcome: 'done' })
  })

  test('the first answer survives a restart, from a snapshot and from the ledger, also for a closed order', async () => {
    const dataDir = newDataDir()
    const first = await open(dataDir, { snapshotEveryInputs: 2 })
    await first.submit(place('one'), ORIGIN)
    await first.submit(place('two', { type: 'market' }), ORIGIN)
    await first.submit(place('three'), ORIGIN)
    await first.close()
    const second = await open(dataDir)
    // `one` was filled by `two`: the venue has forgotten both, the history answers.
    expect(await second.submit(place('one'), ORIGIN)).toMatchObject({
      outcome: 'repeated',
      seq: 2,
      result: { ok: true, order: { id: 'a:1', status: 'filled' } },
    })
    expect(await second.submit(place('three', { qty: '2' }), ORIGIN)).toEqual({
      outcome: 'conflict',
      orderId: 'a:3',
    })
    expect(ledgerLines(dataDir)).toHaveLength(5)
  })

  test('the first answer survives a second stop before anything else has happened', async () => {
    const dataDir = newDataDir()
    const first = await open(dataDir)
    await first.submit(place('one', { qty: '0' }), ORIGIN)
    await first.close()
    await (await open(dataDir)).close()
    expect(await (await open(dataDir)).submit(place('one', { qty: '0' }), ORIGIN)).toMatchObject({
      outcome: 'repeated',
      seq: 2,
    })
  })
})

describe('settings are remembered by their client tag (decisions 5)', () => {
  const leverage = { type: 'setLeverage', account: 'a', symbol: 'BTCUSDT', leverage: '20' } as const

  test('a repeat gets the first answer and makes no line; another body is a conflict', async () => {
    const dataDir = newDataDir()
    const journal = await open(dataDir)
    const origin = { ...ORIGIN, clientTag: 'press-1' }
    expect(await journal.submit(leverage, origin)).toMatchObject({ outcome: 'done', seq: 2 })
    expect(await journal.submit(leverage, origin)).toMatchObject({ outcome: 'repeated', seq: 2, result: { ok: true } })
    expect(await journal.submit({ ...leverage, leverage: '30' }, origin)).toMatchObject({
      outcome: 'conflict',
    })
    expect(ledgerLines(dataDir)).toHaveLength(2)
  })

  test('how a press ended can be asked by its id, over a restart; a press that never came has no answer', async () => {
    const dataDir = newDataDir()
    const first = await open(dataDir)
    await first.submit(leverage, { ...ORIGIN, clientTag: 'press-1' })
    await first.submit(place('press-2', { qty: '0' }), ORIGIN)
    await first.close()
    const journal = await open(dataDir)
    expect(await journal.answerTo('a', 'press-1')).toMatchObject({ seq: 2, input: leverage, result: { ok: true } })
    expect(await journal.answerTo('a', 'press-2')).toMatchObject({
      result: { ok: false, refusal: { kind: 'qtyInvalid' } },
    })
    expect(await journal.answerTo('a', 'press-3')).toBeNull()
    expect(await journal.answerTo('b', 'press-1')).toBeNull()
  })

  test('cancels and untagged settings are not: the same again is a new input', async () => {
    const journal = await open(newDataDir())
    const cancel = { type: 'cancelAll', account: 'a', symbol: null } as const
    for (const input of [cancel, cancel, leverage, leverage])
      expect(await journal.submit(input, { ...ORIGIN, clientTag: input === cancel ? 'tag' : '' })).toMatchObject({
        outcome: 'done',
      })
  })
})

describe('how long a repeat is recognised (reliability.md §6.1 item 24)', () => {
  test('at least 24 h; the batch that is older is forgotten with the next snapshot', () => {
    const answers = new Answers([])
    answers.remember({ account: 'a', id: 'old' }, 10)
    answers.takeBatch(10, 1_000)
    answers.remember({ account: 'a', id: 'new' }, 20)
    answers.takeBatch(20, 1_000 + ANSWER_LIFE_MS)
    expect([answers.find({ account: 'a', id: 'old' }), answers.find({ account: 'a', id: 'new' })]).toEqual([[10], [20]])
    answers.takeBatch(21, 1_001 + ANSWER_LIFE_MS)
    expect([answers.find({ account: 'a', id: 'old' }), answers.find({ account: 'a', id: 'new' })]).toEqual([[], [20]])
  })

  test('and it is known from when on none is forgotten', () => {
    const answers = new Answers([])
    expect(answers.knownFromMs).toBe(0)
    answers.remember({ account: 'a', id: 'old' }, 10)
    const first = answers.takeBatch(10, 5_000)
    // Nothing is a day old yet.
    expect(answers.knownFromMs).toBe(0)
    const second = answers.takeBatch(20, 5_001 + ANSWER_LIFE_MS)
    expect(answers.find({ account: 'a', id: 'old' })).toEqual([])
    expect(answers.knownFromMs).toBe(5_001)
    // As long as they stand in the file both batches are read; from when on it is whole follows from the newest.
    expect(new Answers([first, second]).knownFromMs).toBe(5_001)
  })

  test('of too many the oldest go, and a press of their time proves nothing any more', { timeout: 60_000 }, () => {
    const answers = new Answers([])
    answers.remember({ account: 'a', id: 'first' }, 1)
    answers.takeBatch(1, 1_000)
    for (let n = 1; n < ANSWERS_MAX; n++) answers.remember({ account: 'a', id: `${n}` }, n + 1)
    answers.takeBatch(ANSWERS_MAX, 2_000)
    expect(answers.find({ account: 'a', id: 'first' })).toEqual([1])
    expect(answers.knownFromMs).toBe(0)
    // A million and one: the first is gone. With the next, one of the second batch is, too.
    for (const [id, seq, knownFromMs] of [
      ['last', ANSWERS_MAX + 1, 1_000],
      ['more', ANSWERS_MAX + 2, 2_000],
    ] as const) {
      answers.remember({ account: 'a', id }, seq)
      answers.takeBatch(seq, 3_000)
      expect(answers.knownFromMs).toBe(knownFromMs)
    }
    expect(answers.find({ account: 'a', id: 'first' })).toEqual([])
  })

  test('what was saved is known again', () => {
    const first = new Answers([])
    first.remember({ account: 'a', id: 'one' }, 3)
    const second = new Answers([first.takeBatch(3, 0)])
    expect([second.find({ account: 'a', id: 'one' }), second.find({ account: 'b', id: 'one' })]).toEqual([[3], []])
  })
})

test('an intent is stored under the hash of one text, account and id on a line each', () => {
  expect(intentHash({ account: 'a', id: 'one' })).toBe(textHash('a\none'))
  expect(intentHash({ account: 'a', id: '' })).toBe(textHash('a\n'))
})
