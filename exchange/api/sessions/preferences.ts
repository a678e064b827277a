import { readFile } from 'node:fs/promises'
import { PREFERENCE_KEYS, PREFERENCE_WORDS, type PreferenceKey } from '../../../src/wire/rest/preferences'
import { parseStrictJson } from '../calls/shared/http/strict-json'
import { WholeFile } from '../../host/node/files/write-durably'

/** What a member may choose once for all his browsers (spec §7, pref-setting): which presses ask before they act. */
export type PreferenceName = (typeof PREFERENCE_KEYS)[PreferenceKey]
export type PreferenceWord = (typeof PREFERENCE_WORDS)[number]
export type PreferenceValues = Readonly<Record<PreferenceName, PreferenceWord>>

export const PREFERENCE_NAMES: readonly PreferenceName[] = Object.values(PREFERENCE_KEYS)
export const FIRST_PREFERENCES: PreferenceValues = {
  reverseClickTipStatus: 'show',
  closeClickTipStatus: 'show',
  cancelAllClickTipStatus: 'show',
  chartCancelClickTipStatus: 'show',
}
/** Members whose choices are kept; the one who chose longest ago goes first. */
const MEMBERS_MAX = 10_000

/** Preferences by member, in one small file beside the sessions'. They change what is shown, and nothing of the ledger. */
export class Preferences {
  readonly #byOwner = new Map<string, Partial<PreferenceValues>>()
  readonly #file: WholeFile

  private constructor(file: string | null) {
    this.#file = new WholeFile(file, () => JSON.stringify(Object.fromEntries(this.#byOwner)))
  }

  /** @param file `null` keeps everything in memory */
  static async load(file: string | null): Promise<Preferences> {
    const preferences = new Preferences(file)
    for (const [owner, values] of Object.entries(file === null ? {} : await readStored(file)))
      preferences.#byOwner.set(owner, readValues(values))
    return preferences
  }

  of(owner: string): PreferenceValues {
    return { ...FIRST_PREFERENCES, ...this.#byOwner.get(owner) }
  }

  /** Settles once it is on disk. @returns all preferences as they are now */
  async change(owner: string, values: Partial<PreferenceValues>): Promise<PreferenceValues> {
    const changed = { ...this.#byOwner.get(owner), ...values }
    this.#byOwner.delete(owner)
    this.#byOwner.set(owner, changed)
    const [oldest] = this.#byOwner.keys()
    if (this.#byOwner.size > MEMBERS_MAX && oldest !== undefined) this.#byOwner.delete(oldest)
    await this.#file.save()
    return this.of(owner)
  }

  /** Settles when what was changed so far is on disk. */
  flush(): Promise<void> {
    return this.#file.flush()
  }
}

function readValues(values: unknown): Partial<PreferenceValues> {
  if (typeof values !== 'object' || values === null) return {}
  const known = Object.entries(values).filter(([name, value]) => isChoice(name, value))
  return Object.fromEntries(known) as Partial<PreferenceValues>
}

function isChoice(name: string, value: unknown): boolean {
  return (
    (PREFERENCE_NAMES as readonly string[]).includes(name) && (PREFERENCE_WORDS as readonly unknown[]).includes(value)
  )
}

async function readStored(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const parsed = parseStrictJson(text)
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null)
    throw new Error(`${file} is not a list of preferences`)
  return parsed.value as Readonly<Record<string, unknown>>
}
