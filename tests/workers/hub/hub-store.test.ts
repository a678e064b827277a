import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderLinkId } from '../../../src/domain/order/order'
import * as databases from '../../../src/workers/hub/store/hub-databases'
import { INTENT_KEEP_MS, openHubStore, STORAGE_DEADLINE_MS } from '../../../src/workers/hub/store/hub-store'
import type { IntentRecord, SavedEntry } from '../../../src/workers/hub/store/stored-records'
import { sampleContracts } from '../sample-contracts'
import { BTC, execution, order, position, wallet } from '../scene'
import { FakeClock } from '../fakes'

const silent = (): void => {}

function record(change: object = {}): IntentRecord {
  return {
    id: 'press-1',
    account: 'acc-1',
    order: { symbol: BTC, side: 'buy', qty: '0.01' },
    pressedAtMs: 1_700_000_000_000,
    state: 'sending',
    ending: null,
    ...change,
  } as IntentRecord
}

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory()
})

describe('the store (decisions 12)', () => {
  test('a journalled press is there for the next hub', async () => {
    const clock = new FakeClock()
    await (await openHubStore(clock, silent)).write('intents', record())
    expect(await (await openHubStore(clock, silent)).read('intents')).toEqual([record()])
  })

  test('a press is told as written once it outlives the browser, and is flushed behind that; its end, and what is only shown, hold up no disk (D3)', async () => {
    const asked: string[] = []
    const { transaction } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      stores,
      mode,
      options,
    ) {
      if (mode === 'readwrite') asked.push(`${[stores].flat().join()} ${options?.durability}`)
      return transaction.call(this, stores, mode, options)
    })
    const store = await openHubStore(new FakeClock(), silent)
    await store.write('intents', record())
    await store.write('intents', record({ state: 'accepted' }))
    const book = { symbol: BTC, tickSize: '0.1', lotSize: '0.001', bids: [640_000, 1], asks: [], timeMs: 3 }
    await store.writeSaved([{ kind: 'book', of: BTC, value: book, asOfMs: 4 }] as never)
    expect(asked).toEqual(['intents relaxed', 'intents strict', 'intents relaxed', 'snapshots relaxed'])
    expect(await store.readSaved('book', BTC)).toEqual({ value: book, asOfMs: 4 })
    expect(await store.read('intents')).toEqual([record({ state: 'accepted' })])
    vi.restoreAllMocks()
  })

  test.each(['closing', 'closed'])('a database that is %s is opened again for the press (D2, D4)', async (how) => {
    const store = await openHubStore(new FakeClock(), silent)
    const closed =
      how === 'closing'
        ? vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
            throw new DOMException('The database connection is closing.', 'InvalidStateError')
          })
        : vi.spyOn(Dexie.prototype, 'backendDB').mockReturnValueOnce(null as unknown as IDBDatabase)
    await store.write('intents', record())
    closed.mockRestore()
    expect([store.kind(), await store.read('intents')]).toEqual(['disk', [record()]])
  })

  test('rows that are not ours are dropped on reading (D5)', async () => {
    const clock = new FakeClock()
    const store = await openHubStore(clock, silent)
    await store.write('intents', record())
    for (const broken of [{ id: 'no-order', order: null }, { id: 'x y' }, { id: 'bad-state', state: 'maybe' }])
      await store.write('intents', record(broken))
    expect((await store.read('intents')).map(({ id }) => id)).toEqual(['press-1'])
  })

  test('presses of a build that kept no endings are still there after the upgrade (D2)', async () => {
    const old = new Dexie('halyard')
    old.version(1).stores({ intents: 'id, account, pressedAtMs', settings: 'key', snapshots: 'key, savedAtMs' })
    const { ending: _, ...before } = record({ state: 'unknown' })
    await old.table('intents').put(before)
    old.close()
    const store = await openHubStore(new FakeClock(), silent)
    expect(store.kind()).toBe('disk')
    expect(await store.read('intents')).toEqual([record({ state: 'unknown' })])
  })

  test('finished presses are forgotten after a day, unfinished ones are not', async () => {
    const clock = new FakeClock()
    const store = await openHubStore(clock, silent)
    const old = clock.now() - INTENT_KEEP_MS - 1
    await store.write('intents', record({ id: 'done' as OrderLinkId, state: 'accepted', pressedAtMs: old }))
    await store.write('intents', record({ id: 'open' as OrderLinkId, state: 'unknown', pressedAtMs: old }))
    expect((await store.read('intents')).map(({ id }) => id)).toEqual(['open'])
  })

  test('what other accounts’ presses ended as is forgotten at once; what is not known yet waits for them (I3, I12)', async () => {
    const store = await openHubStore(new FakeClock(), silent)
    await store.write('intents', record({ id: 'done' as OrderLinkId, state: 'accepted' }))
    await store.write('intents', record({ id: 'refused' as OrderLinkId, state: 'refused' }))
    await store.write('intents', record({ id: 'doubt' as OrderLinkId, state: 'unknown' }))
    await store.write('intents', record({ id: 'mine' as OrderLinkId, state: 'accepted', account: 'acc-2' }))
    const ids = async () => (await store.read('intents')).map(({ id }) => id).toSorted()
    await store.forgetOthers('acc-2')
    expect(await ids()).toEqual(['doubt', 'mine'])
    await store.forgetOthers(null)
    expect(await ids()).toEqual(['doubt'])
  })

  test('the list, a market and bars come back as they were', async () => {
    const clock = new FakeClock()
    const store = await openHubStore(clock, silent)
    const saved = { instruments: sampleContracts(), version: 'v1', asOfMs: 5 }
    await store.writeInstruments(saved)
    expect(await store.readInstruments()).toEqual(saved)
    const book = { symbol: BTC, tickSize: '0.1', lotSize: '0.001', bids: [640_000, 1], asks: [], timeMs: 3 }
    const put = (value: object) => store.writeSaved([{ kind: 'book', of: BTC, value, asOfMs: 4 }] as never)
    await put(book)
    expect(await store.readSaved('book', BTC)).toEqual({ value: book, asOfMs: 4 })
    expect(await store.readSaved('ticker', BTC)).toBeNull()
    await put({ ...book, bids: [1.5, 1] })
    expect(await store.readSaved('book', BTC)).toBeNull()
  })

  test('an account is kept until another is signed in, or none; one that is not whole is not read (D5, I12)', async () => {
    const store = await openHubStore(new FakeClock(), silent)
    const asOf = { orders: 1, positions: 2, wallets: 3 }
    const session = { account: 'acc-1', name: 'Paper', kind: 'uta2' }
    const value = { session, orders: [order()], positions: [position()], wallet: wallet(), asOf }
    const put = (one: object) => store.writeSaved([{ kind: 'account', of: 'last', value: one, asOfMs: 3 }] as never)
    const read = () => store.readSaved('account', 'last')
    await put(value)
    await store.forgetOthers('acc-1')
    expect(await read()).toEqual({ value, asOfMs: 3 })
    for (const broken of [
      { orders: [{ id: 'x' }] },
      { positions: null },
      { wallet: {} },
      { asOf: {} },
      { session: 1 },
    ]) {
      await put({ ...value, ...broken })
      expect(await read()).toBeNull()
    }
    // A build that knew no strategies wrote none.
    await put({ ...value, strategies: [{ id: 'x' }] })
    expect(await read()).toBeNull()
    const mine = <T>(read: T) => ({ value: { account: 'acc-1', value: read }, asOfMs: 3 })
    const page = <T>(...rows: readonly T[]) => mine({ rows, nextCursor: null })
    const charge = { id: 'c', coin: 'SOL', interest: '1', borrowed: '2', bearing: '2', hourlyRate: '0.1', timeMs: 1 }
    const reads = [
      { kind: 'lending', of: 'last', ...mine({ mode: 'cross', isOn: false, coins: [] }) },
      { kind: 'orders', of: 'all', ...page(order()) },
      { kind: 'orders', of: BTC, ...page(order()) },
      { kind: 'executions', of: 'all', ...page(execution()) },
      { kind: 'charges', of: 'all', ...page(charge) },
    ] as readonly SavedEntry[]
    const kept = () => Promise.all([read(), ...reads.map(({ kind, of }) => store.readSaved(kind, of))])
    for (const next of ['acc-1', 'acc-2', null]) {
      await put(value)
      await store.writeSaved(reads)
      await store.forgetOthers(next)
      expect((await kept()).filter((one) => one !== null)).toHaveLength(next === 'acc-1' ? 1 + reads.length : 0)
    }
  })

  test('records of another shape are not read: of an older build, of nobody, or with a row that lacks something (D5)', async () => {
    const store = await openHubStore(new FakeClock(), silent)
    const readBack = async (kind: 'orders' | 'executions' | 'charges', value: unknown) => {
      await store.writeSaved([{ kind, of: 'all', value, asOfMs: 3 }] as never)
      return store.readSaved(kind, 'all')
    }
    const page = (row: unknown) => ({ account: 'acc-1', value: { rows: [row], nextCursor: null } })
    expect(await readBack('orders', page(order()))).not.toBeNull()
    expect(await readBack('executions', page(execution()))).not.toBeNull()
    for (const broken of [
      { account: 'acc-1', rows: [order()] },
      { ...page(order()), account: undefined },
      { account: 'acc-1', value: { rows: null } },
      page({ ...order(), filledQty: undefined }),
      page(null),
    ])
      expect(await readBack('orders', broken)).toBeNull()
    expect(await readBack('executions', page({ ...execution(), fee: undefined }))).toBeNull()
    expect(await readBack('charges', page({ id: 'c', coin: 'SOL' }))).toBeNull()
  })

  test('each hub of a profile has a higher term than the one before, even if the clock stepped back (I5)', async () => {
    const clock = new FakeClock()
    const first = await (await openHubStore(clock, silent)).takeTerm()
    const second = await (await openHubStore(clock, silent)).takeTerm()
    expect(second.term).toBeGreaterThan(first.term)
  })

  test('all hubs of a profile know it by one name, and another profile has another (decisions 20)', async () => {
    const clock = new FakeClock()
    const first = await (await openHubStore(clock, silent)).takeTerm()
    const second = await (await openHubStore(clock, silent)).takeTerm()
    expect(first.profile).toMatch(/^[\w-]{1,64}$/)
    expect(second.profile).toBe(first.profile)
    Dexie.dependencies.indexedDB = new IDBFactory()
    const other = await (await openHubStore(clock, silent)).takeTerm()
    expect(other.profile).not.toBe(first.profile)
  })

  test('a database that will not open is replaced by memory (D1)', async () => {
    Dexie.dependencies.indexedDB = undefined as never
    const clock = new FakeClock()
    const store = await openHubStore(clock, silent)
    expect(store.kind()).toBe('memory')
    expect(await store.takeTerm()).toEqual({ profile: null, term: clock.now() })
    await store.write('intents', record())
    expect(await store.read('intents')).toEqual([record()])
    expect(await store.readSaved('book', BTC)).toBeNull()
  })

  test('a record that could not be written is said until one can be (D3)', async () => {
    const store = await openHubStore(new FakeClock(), silent)
    expect(store.kind()).toBe('disk')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(store.write('intents', record())).rejects.toThrow('full')
    expect(store.kind()).toBe('failing')
    put.mockRestore()
    await store.write('intents', record())
    expect(store.kind()).toBe('disk')
  })

  test('one that hangs is given up after two seconds (D1)', async () => {
    const open = vi.spyOn(Dexie.prototype, 'open').mockReturnValue(new Dexie.Promise(() => {}))
    const clock = new FakeClock()
    let kind: string | null = null
    void openHubStore(clock, silent, async () => databases).then((store) => (kind = store.kind()))
    await clock.advance(STORAGE_DEADLINE_MS - 1)
    expect(kind).toBeNull()
    await clock.advance(1)
    expect(kind).toBe('memory')
    open.mockRestore()
  })
  test('whose part does not come is memory, and says why', async () => {
    const trace = vi.fn()
    const store = await openHubStore(new FakeClock(), trace, () => Promise.reject(new Error('did not come')))
    expect(store.kind()).toBe('memory')
    expect(trace).toHaveBeenCalledWith('storage', new Error('did not come'))
    await store.write('intents', record())
    expect(await store.read('intents')).toEqual([record()])
  })
})
