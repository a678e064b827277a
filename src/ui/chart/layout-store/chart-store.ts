import { effect } from '@preact/signals-react'
import { crc32 } from '../../../base/crc32'
import { readSetting, saveSetting, updateSetting } from '../../state/browser-settings'
import type { AccountModel } from '../../state/account-model'
import type { Kept } from '../../state/kept'
import { LeftBehind } from './left-behind'

/** Spec §9: how long a chart waits for further changes before it is saved. */
const SAVE_DELAY_MS = 400
/** Whose chart was shown last, as a mark: what opens offline is his. */
const OWNER_KEY = 'chart-owner'

interface Browser {
  read(key: string): Promise<unknown>
  save(key: string, value: unknown): Promise<void>
  update(key: string, change: (kept: unknown) => unknown): Promise<void>
}

interface PendingChange {
  change(kept: unknown): unknown
  done(): void
  readonly part: (() => unknown) | undefined
}

/**
 * What this browser keeps of one user's charts (spec §3, stored chart settings). Until the account is known, the user of
 * the last visit is believed to be back; if another one comes, `onOwner` says so and his own is read.
 */
export class ChartStore {
  readonly #pending = new Map<string, unknown>()
  readonly #pendingChanges = new Map<string, PendingChange>()
  readonly #left: LeftBehind
  #owner: string | null = null
  #cancel: (() => void) | null = null

  constructor(
    private readonly kept: Pick<Kept, 'keepsChart' | 'local'>,
    private readonly after: (delayMs: number, call: () => void) => () => void,
    private readonly browser: Browser = { read: readSetting, save: saveSetting, update: updateSetting },
  ) {
    this.#left = new LeftBehind(kept.local, crypto.randomUUID())
  }

  /**
   * Follows who is signed in.
   * @param onOwner called with each owner: of the last visit at first, and whenever it is another one than `before`
   * @param onLeave called before another owner comes, while what is saved is still the earlier one's
   */
  follow(
    account: Pick<AccountModel, 'session'>,
    onOwner: (before: string | null) => void,
    onLeave: () => void = () => {},
  ): () => void {
    let isStopped = false
    const meet = (owner: string): void => {
      if (isStopped || owner === this.#owner) return
      onLeave()
      this.flush()
      const before = this.#owner
      this.#owner = owner
      onOwner(before)
    }
    void this.#lastOwner().then((owner) => {
      if (this.#owner === null && owner !== null) meet(owner)
    })
    const stop = effect(() => {
      const known = account.session.value?.account
      if (known === undefined) return
      const owner = crc32(known).toString(16)
      meet(owner)
      if (this.kept.keepsChart) void this.browser.save(OWNER_KEY, owner)
    })
    return () => {
      isStopped = true
      stop()
      this.flush()
    }
  }

  async #lastOwner(): Promise<string | null> {
    const owner = this.kept.keepsChart ? await this.browser.read(OWNER_KEY) : null
    return typeof owner === 'string' ? owner : null
  }

  /** What the owner has under a name; `undefined` where nothing is kept, or his turn is over by the time it is read. */
  async read(name: string): Promise<unknown> {
    const owner = this.#owner
    if (owner === null || !this.kept.keepsChart) return undefined
    const key = keyOf(owner, name)
    const left = this.#left.take(key, { isPart: false }).at(-1)
    if (left !== undefined && !this.#pending.has(key)) this.save(name, left)
    const value = this.#pending.get(key) ?? (await this.browser.read(key))
    return owner === this.#owner ? value : undefined
  }

  /** What pages that went had not kept of a record that tabs merge; it is handed out once. */
  takeParts(name: string): readonly unknown[] {
    const key = this.keyOf(name)
    if (key === null || !this.kept.keepsChart) return []
    return this.#left.take(key, { isPart: true })
  }

  /** Keeps the newest of what is given within the delay. */
  save(name: string, value: unknown): void {
    if (this.#owner === null || !this.kept.keepsChart) return
    this.#pending.set(keyOf(this.#owner, name), value)
    this.#cancel ??= this.after(SAVE_DELAY_MS, () => this.flush())
  }

  /**
   * Changes what is kept within the delay, with no other tab writing in between; of two changes of one name the newer
   * one holds.
   * @param done called once it is kept
   * @param part what the change brings, as it is stored, for a page that goes before; left out where there is none
   */
  update(name: string, change: (kept: unknown) => unknown, done: () => void, part?: () => unknown): void {
    if (this.#owner === null || !this.kept.keepsChart) return
    this.#pendingChanges.set(keyOf(this.#owner, name), { change, done, part })
    this.#cancel ??= this.after(SAVE_DELAY_MS, () => this.flush())
  }

  /** The name of a record among those of all users, for other tabs; `null` while there is no user. */
  keyOf(name: string): string | null {
    return this.#owner === null ? null : keyOf(this.#owner, name)
  }

  /** The page goes: what waits is on its way to the database, and left behind for the next page until it is there. */
  leave(): void {
    for (const [key, value] of this.#pending) this.#left.leave(key, { value, isPart: false })
    for (const [key, { part }] of this.#pendingChanges)
      if (part !== undefined) this.#left.leave(key, { value: part(), isPart: true })
    this.flush()
  }

  /** Keeps at once what waits. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    for (const [key, value] of this.#pending) void this.browser.save(key, value).then(() => this.#left.drop(key))
    this.#pending.clear()
    for (const [key, { change, done }] of this.#pendingChanges)
      void this.browser.update(key, change).then(() => {
        this.#left.drop(key)
        done()
      })
    this.#pendingChanges.clear()
  }
}

function keyOf(owner: string, name: string): string {
  return `${name}/${owner}`
}
