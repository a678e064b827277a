/** Words by key, nested as deep as the keys are. */
interface Texts {
  readonly [key: string]: string | Texts
}

/** Longest wait for a file of words: the first screen waits for it, and English is better than nothing. */
export const HOSTED_WAIT_MS = 3_000
/** Characters of the largest file that is read. */
const FILE_MAX = 1 << 20

/**
 * The words of a namespace from the host of translations (`HALYARD_LOCALES`):
 * `ORIGIN/locales/LANGUAGE/NAMESPACE.json`, files as those of the build.
 *
 * @throws when they do not come in time, or are no words
 */
export async function hostedWords(
  origin: string,
  language: string,
  namespace: string,
  ask: typeof fetch = fetch,
): Promise<Texts> {
  const address = `${origin}/locales/${language}/${namespace}.json`
  const response = await ask(address, { credentials: 'omit', signal: AbortSignal.timeout(HOSTED_WAIT_MS) })
  if (!response.ok) throw new Error(`${address}: status ${response.status}`)
  const text = await response.text()
  if (text.length > FILE_MAX) throw new Error(`${address}: ${text.length} characters`)
  const words: unknown = JSON.parse(text)
  if (!areTexts(words)) throw new Error(`${address}: no texts`)
  return words
}

function areTexts(value: unknown): value is Texts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((one) => typeof one === 'string' || areTexts(one))
}
