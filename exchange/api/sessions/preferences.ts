import { PREFERENCE_KEYS, PREFERENCE_WORDS, type PreferenceKey } from '../../../src/wire/rest/preferences'
import { parseStrictJson } from '../calls/shared/http/strict-json'
import type { StoredText, StoredTexts } from '../host-ports'
import { WholeText } from './whole-text'

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

/** Preferences by member, in one small text beside the sessions'. They change what is shown, and nothing of the ledger. */
export class Preferences {
  readonly #byOwner = new Map<string, Partial<PreferenceValues>>()
  readonly #stored: WholeText

  private constructor(stored: StoredText | null) {
    this.#stored = new WholeText(stored, () => JSON.stringify(Object.fromEntries(this.#byOwner)))
  }

  /** @param texts `null` keeps everything in memory. @throws when what is stored is none of this */
  static async load(texts: StoredTexts | null): Promise<Preferences> {
    const stored = texts?.('preferences.json') ?? null
    const preferences = new Preferences(stored)
    for (const [owner, values] of Object.entries(stored === null ? {} : await readStored(stored)))
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
    await this.#stored.save()
    return this.of(owner)
  }

  /** Settles when what was changed so far is on disk. */
  flush(): Promise<void> {
    return this.#stored.flush()
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

async function readStored(stored: StoredText): Promise<Readonly<Record<string, unknown>>> {
  const parsed = parseStrictJson((await stored.read()) ?? '{}')
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null)
    throw new Error(`${stored.name} is not a list of preferences`)
  return parsed.value as Readonly<Record<string, unknown>>
}
