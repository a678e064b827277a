import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OrderLinkId } from '../../../src/domain/order/order'
import {
  isEnded,
  NEXT_CALL_STATE,
  recoveredState,
  storedState,
  type CallEvent,
  type CallState,
} from '../../../src/workers/hub/calls/call-states'
import { JournalledCall, type CallPlan, type Proof } from '../../../src/workers/hub/calls/journalled-call'
import { ANSWER_MS, refusal } from '../../../src/workers/hub/calls/order-outcome'
import { NEXT_REVERSAL_STAGE, type ReversalEvent } from '../../../src/workers/hub/calls/reversal-stages'
import type { CallResult } from '../../../src/workers/hub/rest-client'
import type { Outcome } from '../../../src/workers/presses'
import { FakeClock, settle } from '../fakes'

const STATES = Object.keys(NEXT_CALL_STATE) as readonly CallState[]

function edges(): readonly { readonly from: CallState; readonly event: CallEvent; readonly to: CallState }[] {
  return STATES.flatMap((from) =>
    Object.entries(NEXT_CALL_STATE[from]).map(([event, to]) => ({ from, event: event as CallEvent, to })),
  )
}

describe('the table of a journalled call', () => {
  test('a request leaves by one way alone, from what is written down (I1, D3)', () => {
    expect(edges().filter(({ to }) => to === 'sent')).toEqual([{ from: 'journalling', event: 'recorded', to: 'sent' }])
  })

  test('a second request needs a proven absence and the user (I2)', () => {
    expect(edges().filter(({ to }) => to === 'journalling')).toEqual([
      { from: 'absent', event: 'pressedAgain', to: 'journalling' },
    ])
    expect(edges().filter(({ to }) => to === 'absent')).toEqual([
      { from: 'unknown', event: 'provenAbsent', to: 'absent' },
    ])
  })

  test('unknown ends by what the exchange says, and by nothing else (I3)', () => {
    const says: readonly CallEvent[] = [
      'answeredYes',
      'answeredNo',
      'seen',
      'provenDone',
      'provenRefused',
      'provenAbsent',
    ]
    expect(Object.keys(NEXT_CALL_STATE.unknown).toSorted()).toEqual(says.toSorted())
  })

  test('accepted is final, and a refusal gives way to a "yes" alone (I9)', () => {
    expect(NEXT_CALL_STATE.accepted).toEqual({})
    expect(NEXT_CALL_STATE.refused).toEqual({ answeredYes: 'accepted', seen: 'accepted' })
  })

  test('what bars a call refuses it before anything has left (I17)', () => {
    for (const event of ['barred', 'notRecorded'] as const)
      expect(edges().filter((edge) => edge.event === event)).toEqual([{ from: 'journalling', event, to: 'refused' }])
  })

  test('a former instance leaves nothing that is sent again: "sending" may have left', () => {
    expect(STATES.map((state) => recoveredState(storedState(state)))).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'absent',
      'refused',
      'accepted',
    ])
  })
})

describe('the table of a pair', () => {
  test('opens the other side in one go with its closing, or by a press', () => {
    const opening = Object.entries(NEXT_REVERSAL_STAGE).flatMap(([from, events]) =>
      Object.entries(events).flatMap(([event, to]) => (to === 'opening' ? [[from, event]] : [])),
    )
    expect(opening).toEqual([
      ['closing', 'closed'],
      ['notReopened', 'pressedAgain'],
    ] satisfies [string, ReversalEvent][])
    expect([NEXT_REVERSAL_STAGE.accepted, NEXT_REVERSAL_STAGE.refused]).toEqual([{}, {}])
  })
})

type Answer = 'yes' | 'no' | 'nothing'

/** One call whose disk, answers and look-ups a test settles by hand. */
class Rig {
  readonly clock = new FakeClock()
  readonly trail: [CallState, CallState][] = []
  readonly written: CallState[] = []
  readonly requests: { readonly durable: number; readonly state: CallState }[] = []
  /** First writes that are on disk. */
  durable = 0
  isBarred = false
  told = 0
  pressesAgain = 0
  readonly #disk: { readonly done: () => void; readonly fail: () => void }[] = []
  readonly #answers: ((answer: Answer) => void)[] = []
  readonly #proofs: ((proof: Proof<string> | null) => void)[] = []
  readonly call: JournalledCall<string>

  constructor(options: { readonly diskMs?: number | null; readonly patienceMs?: number; state?: CallState } = {}) {
    const plan: CallPlan<string> = {
      diskMs: options.diskMs ?? null,
      patienceMs: options.patienceMs ?? 0,
      journal: () => {
        const { state } = this.call
        // A store takes the writes of one row in the order in which they came.
        this.written.push(state)
        if (state !== 'journalling') return Promise.resolve()
        return new Promise((resolve, reject) => {
          this.#disk.push({
            done: () => {
              this.durable++
              resolve()
            },
            fail: () => reject(new Error('full')),
          })
        })
      },
      validUntil: () => null,
      problem: () => (this.isBarred ? refusal('notLive', 'not live') : null),
      request: () => ({ method: 'POST', path: '/', body: {} }),
      read: (answer) => answer as unknown as Outcome<string>,
      prove: () => new Promise((resolve) => this.#proofs.push(resolve)),
      entered: (state, before) => void this.trail.push([before, state]),
      doubtTold: () => void this.told++,
    }
    const recovered = options.state === undefined ? {} : { recovered: { state: options.state, validUntilMs: null } }
    this.call = new JournalledCall<string>(
      {
        clock: this.clock,
        rest: { serverNow: () => this.clock.now(), call: this.#request as never },
        trace: () => {},
        session: () => ({ account: 'acc-1', name: 'Paper', kind: 'uta2' }),
        termTaken: () => Promise.resolve(),
        changed: () => {},
      },
      { id: 'press-1' as OrderLinkId, account: 'acc-1', pressedAtMs: 0, ...recovered },
      plan,
    )
  }

  readonly #request = (): Promise<CallResult> => {
    this.requests.push({ durable: this.durable, state: this.call.state })
    return new Promise((resolve) => this.#answers.push((answer) => resolve(OUTCOMES[answer] as never)))
  }

  disk(isGood: boolean): void {
    const write = this.#disk.shift()
    if (isGood) write?.done()
    else write?.fail()
  }

  answer(answer: Answer): void {
    this.#answers.shift()?.(answer)
  }

  proof(proof: Proof<string> | null): void {
    this.#proofs.shift()?.(proof)
  }

  async again(): Promise<void> {
    if (this.call.state === 'absent') this.pressesAgain++
    void this.call.again()
    await settle()
  }
}

const NO = refusal('notTaken', 'no').rejection
const OUTCOMES: { readonly [A in Answer]: Outcome<string> } = {
  yes: { kind: 'accepted', value: 'o-1' },
  no: { kind: 'refused', rejection: NO },
  nothing: { kind: 'unknown' },
}

/** A rig in a state, brought there by the shortest way. */
async function rigIn(state: CallState): Promise<Rig> {
  const rig = new Rig()
  void rig.call.begin()
  await settle()
  if (state === 'journalling') return rig
  rig.disk(true)
  await settle()
  if (state === 'sent') return rig
  rig.answer(state === 'accepted' ? 'yes' : state === 'refused' ? 'no' : 'nothing')
  await settle()
  if (state !== 'absent') return rig
  await rig.clock.advance(250)
  rig.proof({ kind: 'absent' })
  await settle()
  return rig
}

/** How each event is brought about from outside; `null` where a state leaves no way to it. */
const CAUSES: { readonly [E in CallEvent]: (rig: Rig) => void | Promise<void> } = {
  recorded: (rig) => rig.disk(true),
  notRecorded: (rig) => rig.disk(false),
  barred: (rig) => {
    rig.isBarred = true
    rig.disk(true)
  },
  answeredYes: (rig) => rig.answer('yes'),
  answeredNo: (rig) => rig.answer('no'),
  answerLost: (rig) => rig.answer('nothing'),
  seen: (rig) => rig.call.seen('o-1'),
  provenDone: (rig) => rig.proof({ kind: 'done', value: 'o-1' }),
  provenRefused: (rig) => rig.proof({ kind: 'refused', rejection: NO }),
  provenAbsent: (rig) => rig.proof({ kind: 'absent' }),
  pressedAgain: (rig) => rig.again(),
  givenUp: (rig) => rig.call.giveUp(NO),
}

describe('a journalled call', () => {
  // Where an answer is still out, it comes after the doubt: the doubt is then the clock's.
  test.each(
    edges().filter(
      ({ from, event }) =>
        !(event.startsWith('answered') && ['journalling', 'absent', 'refused', 'unknown'].includes(from)),
    ),
  )('goes from $from by $event to $to', async ({ from, event, to }) => {
    const rig = await rigIn(from)
    expect(rig.call.state).toBe(from)
    // A look-up is asked a quarter of a second after the doubt began.
    await rig.clock.advance(from === 'unknown' ? 250 : 0)
    await CAUSES[event](rig)
    await settle()
    expect(rig.call.state).toBe(to)
  })

  test.each([
    ['unknown', 'yes', 'accepted'],
    ['unknown', 'no', 'refused'],
    ['absent', 'yes', 'accepted'],
    ['absent', 'no', 'absent'],
    ['refused', 'yes', 'accepted'],
    ['journalling', 'yes', 'accepted'],
    // The refusal of an earlier sending says nothing of the one that is being written down.
    ['journalling', 'no', 'journalling'],
  ] as const)('in %s takes a late "%s" as %s', async (state, answer, to) => {
    const rig = await rigIn('sent')
    await rig.clock.advance(ANSWER_MS)
    expect(rig.call.state).toBe('unknown')
    if (state !== 'unknown') {
      await rig.clock.advance(250)
      rig.proof({ kind: 'absent' })
      await settle()
    }
    if (state === 'refused') rig.call.giveUp(NO)
    if (state === 'journalling') await rig.again()
    expect(rig.call.state).toBe(state)
    rig.answer(answer)
    await settle()
    expect(rig.call.state).toBe(to)
  })

  test('that is accepted while its second sending is written down is not sent', async () => {
    const rig = await rigIn('absent')
    await rig.again()
    rig.call.seen('o-1')
    rig.disk(true)
    await settle()
    expect(rig.requests).toHaveLength(1)
  })

  test('a way out leaves although the disk is slow or broken, and never before its time', async () => {
    const rig = new Rig({ diskMs: 250 })
    void rig.call.begin()
    await rig.clock.advance(249)
    expect(rig.requests).toHaveLength(0)
    await rig.clock.advance(1)
    expect(rig.requests).toHaveLength(1)
  })

  test('whoever waits is told "unknown" once patience is over, and the looking goes on', async () => {
    const rig = new Rig({ patienceMs: 1_750 })
    const outcome = rig.call.begin()
    await settle()
    rig.disk(true)
    await rig.clock.advance(ANSWER_MS + 1_749)
    expect(rig.told).toBe(0)
    await rig.clock.advance(1)
    expect([rig.told, await outcome]).toEqual([1, { kind: 'unknown' }])
    rig.proof({ kind: 'done', value: 'o-1' })
    await settle()
    expect(rig.call.state).toBe('accepted')
  })

  test('of a former instance is looked up, and sends nothing', async () => {
    const rig = new Rig({ state: recoveredState('sending') })
    await rig.clock.advance(250)
    rig.proof({ kind: 'done', value: 'o-1' })
    await settle()
    expect([rig.call.state, rig.requests]).toEqual(['accepted', []])
  })

  test('in any interleaving follows its table, sends once for each press and only what is written down', async () => {
    const act = fc.oneof(
      fc.constantFrom(...(Object.keys(CAUSES) as CallEvent[])),
      fc.constantFrom(1, 250, 400, ANSWER_MS, 4_000),
      fc.constantFrom('stop', 'wake', 'notYet'),
    )
    const met = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...STATES), fc.array(act, { maxLength: 30 }), async (from, acts) => {
        const rig = await rigIn(from)
        for (const one of acts) {
          if (typeof one === 'number') await rig.clock.advance(one)
          else if (one === 'stop') rig.call.stop()
          else if (one === 'wake') rig.call.wake()
          else if (one === 'notYet') rig.proof(null)
          else await CAUSES[one](rig)
          await settle()
        }
        let state: CallState = 'journalling'
        for (const [before, after] of rig.trail) {
          // Every step is an edge of the table, and begins where the last one ended.
          expect(before).toBe(state)
          expect(Object.values(NEXT_CALL_STATE[before])).toContain(after)
          met.add(`${before}>${after}`)
          state = after
        }
        expect(rig.call.state).toBe(state)
        // One press, one request at most, and a second one for each press of the user's on what is absent.
        expect(rig.requests.length).toBeLessThanOrEqual(1 + rig.pressesAgain)
        rig.requests.forEach(({ state: at, durable }, before) => {
          expect(at).toBe('sent')
          expect(durable).toBeGreaterThan(before)
        })
        // What ended, or is in doubt, is what the journal says.
        if (state !== 'journalling' && state !== 'sent') expect(rig.written.at(-1)).toBe(state)
        if (isEnded(state)) expect(rig.call.endedAtMs).not.toBeNull()
      }),
      { numRuns: 1_500, seed: 20_261_124 },
    )
    // The walk came through the whole machine, and not through a corner of it.
    expect([...met].toSorted()).toEqual([...new Set(edges().map(({ from, to }) => `${from}>${to}`))].toSorted())
  })
})
