import type { ChartEngine, EngineLayout } from '../port/chart-port'
import { nameInSlot } from './chart-settings'
import type { ChartStore } from './chart-store'
import type { KeptNews } from './keep-merged'

/** Spec §9: how long the last change is waited for before the engine is asked what is drawn in it. */
const DEBOUNCE_MS = 500

/** An engine that does not say by then what is drawn in it is believed to show what it was told last. */
const ANSWER_MS = 2_000

/** What is drawn in an engine, as it is stored: as a text, since only that engine knows what its form means. */
interface KeptLayout {
  readonly engine: ChartEngine['name']
  /** JSON. */
  readonly layout: string
}

/** The record of what is drawn in an engine. @param layout JSON */
export function keptLayout(engine: ChartEngine['name'], layout: string): KeptLayout {
  return { engine, layout }
}

/** What is drawn in a running engine with its own tools, for a layout that is saved or opened. */
export interface OwnDrawings {
  /** As it is now, JSON; `null` where the engine says nothing. */
  now(): Promise<string | null>
  /** Shows another one in its place, and keeps it. @returns whether the engine took it */
  replace(text: string): Promise<boolean>
}

/** Whether the user is at this chart. */
export interface Attention {
  isHere(): boolean
  /** Calls whenever the user turns to it. @returns a function that stops it */
  onTurn(call: () => void): () => void
  /** Calls whenever he may have turned away from it. @returns a function that stops it */
  onLeave(call: () => void): () => void
}

interface Engine {
  readonly engine: ChartEngine['name']
  readonly layout: EngineLayout
  readonly symbol: string
  /** The chart's place among those of a page: two charts of one symbol are drawn in apart. */
  readonly slot: number
  readonly store: Pick<ChartStore, 'read' | 'update' | 'keyOf' | 'takeParts' | 'flush'>
  readonly news: KeptNews
  readonly attention: Attention
  after(delayMs: number, call: () => void): () => void
  trace(message: string): void
}

/** The name of the record: of one engine, so that none reads or writes what is another's. */
export function engineLayoutName({ engine, symbol, slot }: Pick<Engine, 'engine' | 'symbol' | 'slot'>): string {
  return `${nameInSlot('engine-layout', slot)}/${engine}/${symbol}`
}

/**
 * Keeps what is drawn in an engine that has tools of its own, for account and symbol. Nobody but the engine can merge two
 * such layouts, so of two tabs the newer one holds; what another tab kept is taken over when the user turns to this one,
 * before anything can be drawn beside it.
 */
export function keepEngineLayout(given: Engine) {
  const { engine, layout, store, news, attention, after, trace } = given
  const name = engineLayoutName(given)
  /** What is shown, as far as it was kept or came from there; nothing drawn at first. */
  let shown: string | null = null
  let blank: string | null = null
  let cancel: (() => void) | null = null
  /** Another tab kept something newer. */
  let isBehind = false
  /** The engine did not take what is kept: it stays as it is, for an engine that does. */
  let isRefused = false
  /** Something was drawn before the account was known. */
  let isUnkept = false
  let isStopped = false
  let loading: Promise<void> = Promise.resolve()

  const put = (text: string): void => {
    const key = store.keyOf(name)
    const kept = keptLayout(engine, text)
    store.update(
      name,
      () => kept,
      () => key !== null && news.post(key),
      () => kept,
    )
  }
  const keepNow = (): void => {
    if (cancel === null) return
    cancel()
    cancel = null
    const key = store.keyOf(name)
    if (key === null) isUnkept = true
    if (isBehind || isRefused || key === null) return
    layout.save((state) => {
      const text = JSON.stringify(state)
      // The engine may answer late, when the account is another one.
      if (text === undefined || text === shown || key !== store.keyOf(name)) return
      shown = text
      put(text)
    })
  }
  const changed = (): void => {
    if (isStopped) return
    cancel?.()
    cancel = after(DEBOUNCE_MS, keepNow)
  }
  const traceRefusal = (error: unknown): void =>
    trace(`what was drawn was not shown: ${error instanceof Error ? error.message : String(error)}`)
  const show = async (text: string): Promise<void> => {
    cancel?.()
    cancel = null
    shown = text
    try {
      await layout.load(JSON.parse(text))
      isRefused = false
    } catch (error) {
      isRefused = true
      traceRefusal(error)
    }
  }
  const read = async (isAnother: boolean): Promise<void> => {
    const key = store.keyOf(name)
    if (key === null || isStopped) return
    isBehind = false
    const left = layoutIn(store.takeParts(name).at(-1), engine)
    const kept = left ?? layoutIn(await store.read(name), engine)
    if (isStopped || key !== store.keyOf(name)) return
    if (left !== null) put(left)
    if (kept !== null && kept !== shown) await show(kept)
    else if (kept === null && isAnother && blank !== null) await show(blank)
    else if (kept === null && isUnkept) changed()
    isUnkept = false
  }
  const load = (isAnother: boolean): Promise<void> => (loading = loading.then(() => read(isAnother)))

  const now = (): Promise<string | null> =>
    new Promise((resolve) => {
      const stop = after(ANSWER_MS, () => resolve(shown))
      layout.save((state) => {
        stop()
        resolve(JSON.stringify(state) ?? null)
      })
    })
  const replace = async (text: string): Promise<boolean> => {
    if (isStopped) return false
    // What was drawn until now is whoever's who opens a layout, to be brought back.
    const isPending = cancel !== null
    cancel?.()
    cancel = null
    try {
      await layout.load(JSON.parse(text))
    } catch (error) {
      traceRefusal(error)
      if (isPending) changed()
      return false
    }
    shown = text
    isRefused = false
    isBehind = false
    if (store.keyOf(name) === null) isUnkept = true
    else put(text)
    return true
  }

  layout.save((state) => {
    blank = JSON.stringify(state) ?? null
    shown ??= blank
  })
  const stops = [
    layout.onChange(changed),
    news.listen((key) => {
      if (key !== store.keyOf(name)) return
      if (!attention.isHere()) isBehind = true
      // What was drawn here meanwhile is newer.
      else if (cancel === null) void load(false)
    }),
    attention.onTurn(() => isBehind && void load(false)),
    // Before he is at another tab, so that he draws beside what he drew here.
    attention.onLeave(() => {
      if (cancel === null) return
      keepNow()
      store.flush()
    }),
  ]
  return {
    /** @param isAnother whether what is shown is another account's: one that kept nothing begins with nothing drawn */
    load,
    // After what is being shown just now.
    now: () => loading.then(now),
    replace(text: string): Promise<boolean> {
      const replacing = loading.then(() => replace(text))
      loading = replacing.then(() => {})
      return replacing
    },
    /** The page, or the account, goes: the last change is not waited for any longer. */
    keepNow,
    stop(): void {
      keepNow()
      isStopped = true
      for (const stop of stops) stop()
    },
  }
}

/** The layout in a record of this engine, JSON; `null` where there is none. */
function layoutIn(stored: unknown, engine: ChartEngine['name']): string | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { engine: of, layout } = stored as Partial<Record<keyof KeptLayout, unknown>>
  if (of !== engine || typeof layout !== 'string') return null
  try {
    return typeof JSON.parse(layout) === 'object' ? layout : null
  } catch {
    return null
  }
}
