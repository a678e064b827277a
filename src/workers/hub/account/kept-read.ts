import type { Read } from '../../hub-api'
import type { HubStore } from '../store/hub-store'
import type { AccountReads, SavedEntry } from '../store/stored-records'

/** A wider answer of the same kind, which has what a narrower one that was never read would have of it. */
export interface WiderRead<T> {
  readonly of: string
  narrow(value: T): T
}

/**
 * Keeps an answer about the account for a time without the exchange; without one, gives what was last read of the same
 * account, as old as that is. A refusal gives nothing, and neither does another account (I12).
 * @template T what its kind holds, of which rows from disk are checked to be (`IS_SAVED`)
 * @param account whose is shown, live or from disk; `null` of nobody's
 * @param of which answer of its kind; `null` of one that is not kept
 * @param wider where that one was never read
 */
export async function keptRead<T>(
  store: Pick<HubStore, 'readSaved' | 'writeSaved'>,
  account: () => string | null,
  kind: keyof AccountReads,
  of: string | null,
  asking: Promise<Read<T>>,
  wider: WiderRead<T> | null = null,
): Promise<Read<T>> {
  const asked = account()
  const read = await asking
  if (of === null || asked === null || account() !== asked) return read
  if (!read.hasError) {
    const value = { account: asked, value: read.value }
    void store.writeSaved([{ kind, of, value, asOfMs: read.asOfMs } as unknown as SavedEntry])
    return read
  }
  if (read.code !== null) return read
  const saved = async (which: string) => {
    const found = await store.readSaved(kind, which)
    return found?.value.account === asked ? { value: found.value.value as T, asOfMs: found.asOfMs } : null
  }
  const own = await saved(of)
  const whole = own === null && wider !== null ? await saved(wider.of) : null
  const found = own ?? (whole && { ...whole, value: wider!.narrow(whole.value) })
  return found === null || account() !== asked ? read : { hasError: false, ...found, fromCache: true }
}
