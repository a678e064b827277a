import { signal, type ReadonlySignal } from '@preact/signals-react'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { failedStyles, mendStyles } from './mend-styles'
import { followPartNews, type Part } from './part-news'

/** Pauses before the second, third … asking; the last one repeats. */
export const PART_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
/** A part that neither comes nor fails for so long is said to be missing as well: a browser gives it minutes. */
export const PART_SLOW_MS = 8_000
/** A browser that does not name the file that failed is believed to lack it for good after so many askings. */
const UNNAMED_TRIES = 4
/** The file that a failed import or a failed style sheet was about, in the words of browsers and of the build. */
const FILE = /\/assets\/[\w.-]+\.(?:js|css)/

const STYLE = /\.css$/

const missing = signal<readonly Part[]>([])
/** Parts that failed to come at least twice and are still being asked for. */
export const missingParts: ReadonlySignal<readonly Part[]> = missing

const pauses = new Set<() => void>()
let tellGone: () => void = () => {}

/** @param call is told when a part is not to be had any more: its build was replaced (S3) */
export function onPartGone(call: () => void): void {
  tellGone = call
}

/** The network is back: nothing sits out its pause. */
export function hurryParts(): void {
  for (const end of pauses) end()
}

const failures = new Map<Part, number>()

function failed(part: Part): void {
  const times = (failures.get(part) ?? 0) + 1
  failures.set(part, times)
  if (times > 1) sayMissing(part)
}

function came(part: Part): void {
  failures.delete(part)
  if (missing.peek().includes(part)) missing.value = missing.peek().filter((one) => one !== part)
}

followPartNews((news) => (news.came ? came : failed)(news.part))

function sayMissing(part: Part): void {
  if (!missing.peek().includes(part)) missing.value = [...missing.peek(), part]
}

/**
 * A part of the page, asked for until it comes: a line that breaks on a first visit costs a pause and not the panel, and
 * what is on the page stays there meanwhile. Never rejects.
 */
export async function loadPart<T extends object>(part: Part, load: () => Promise<T>): Promise<T> {
  const styles = new Set<string>()
  for (let tries = 0; ; tries++) {
    const slow = setTimeout(() => sayMissing(part), PART_SLOW_MS)
    try {
      await mendStyles(styles)
      const loaded = await load()
      came(part)
      return loaded
    } catch (error) {
      // The first time may be a hiccup that is over before anybody has read of it.
      if (tries > 0) sayMissing(part)
      // Its own, and what failed beside it: which of them it needs only the build knows.
      if (STYLE.test(String(error))) for (const address of failedStyles()) styles.add(address)
      void lookInto(error, tries)
    } finally {
      clearTimeout(slow)
    }
    await pause(PART_WAITS_MS[Math.min(tries, PART_WAITS_MS.length - 1)]!)
  }
}

const wanted = new Set<() => Promise<unknown>>()

/** Makes a part known that may be asked for later, so that it can be fetched ahead. */
export function wantedLater(load: () => Promise<unknown>): void {
  wanted.add(load)
}

/**
 * Asks for the parts that may be wanted later, one after the other, and for those that they want in turn: where every
 * request waits for a service worker, its process may be stopped by the time they are wanted. One that does not come now
 * is asked for when it is.
 */
export async function fetchAhead(whenIdle: () => Promise<void>): Promise<void> {
  // What is added meanwhile comes in its turn.
  for (const load of wanted) {
    await whenIdle()
    await load().catch(() => undefined)
  }
  wanted.clear()
}

/** A component in a file of its own. */
export function lazyPart<Props>(
  part: Part,
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return partAhead(part, load).Part
}

/** A component in a file of its own, and what has the file run before the component is drawn. */
export function partAhead<Props>(
  part: Part,
  load: () => Promise<ComponentType<Props>>,
): { readonly Part: LazyExoticComponent<ComponentType<Props>>; readonly bring: () => Promise<unknown> } {
  let here: ComponentType<Props> | null = null
  const take = (loaded: ComponentType<Props>) => (here = loaded)
  const bring = async () => take(await loadPart(part, load))
  wantedLater(async () => take(await load()))
  const Part = lazy(() =>
    here === null ? bring().then((loaded) => ({ default: loaded })) : alreadyHere({ default: here }),
  )
  return { Part, bring }
}

/**
 * What `lazy` is told at once. It waits for a promise even where that has its value, the page is drawn without the part
 * meanwhile, and React then keeps that picture for 0.3 s, lest it flicker.
 */
function alreadyHere<T>(value: T): Promise<T> {
  // oxlint-disable-next-line unicorn/no-thenable -- `lazy` calls nothing else
  return { then: (tell: (value: T) => void) => tell(value) } as Promise<T>
}

/** Whether the file is not there at all: then asking is in vain. */
async function lookInto(error: unknown, tries: number): Promise<void> {
  const file = FILE.exec(String(error))?.[0]
  if (file === undefined) {
    if (tries === UNNAMED_TRIES - 1) tellGone()
    return
  }
  try {
    const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' })
    if (status === 404 || status === 410) tellGone()
  } catch {
    // Nobody answers: that is why it did not come.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      pauses.delete(end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    pauses.add(end)
  })
}

if (typeof addEventListener === 'function') addEventListener('online', hurryParts)
