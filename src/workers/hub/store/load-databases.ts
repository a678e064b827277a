import type { Clock } from '../../../base/clock'
import { withDeadline } from '../../../base/deadline'
import type { Databases } from './hub-databases'

/** Pauses before the second, third … asking. */
const WAITS_MS = [250, 500, 1_000, 2_000] as const
/** Longest wait for the part, all askings together. Until it is over the hub logs in nowhere, and nothing can be pressed. */
export const DATABASES_DEADLINE_MS = 10_000
/** The file of a part, in the text that the build gave the function that imports it. */
const OWN_FILE = /import\((["'`])(\.\/[\w.-]+\.js)\1\)/

interface Loading {
  readonly load: () => Promise<Databases>
  /** @throws when the file does not come whole */
  readonly bring: (file: string) => Promise<void>
}

const BUILT: Loading = { load: () => import('./hub-databases'), bring }

/**
 * Brings the part with the databases. Its file is fetched before it is imported, and asked for again: a browser keeps a
 * module that failed to come for failed as long as the worker lives, and `fetch` does not.
 *
 * @throws when it has not come by the deadline
 */
export async function loadDatabases(clock: Clock, { load, bring: bringFile }: Loading = BUILT): Promise<Databases> {
  const file = OWN_FILE.exec(load.toString())?.[2]
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))
  const asking = async (): Promise<Databases> => {
    for (const wait of WAITS_MS) {
      try {
        if (file !== undefined) await bringFile(file)
        return await load()
      } catch {
        await pause(wait)
      }
    }
    return load()
  }
  return withDeadline(clock, DATABASES_DEADLINE_MS, asking(), () => new Error('the storage part did not come'))
}

async function bring(file: string): Promise<void> {
  const response = await fetch(new URL(file, import.meta.url))
  if (!response.ok) throw new TypeError(`${file}: ${response.status}`)
  // The cache has a file once all of it is here.
  await response.arrayBuffer()
}
