/** What the build that is served now says of itself (`scripts/lib/release.mjs`). */
export interface Release {
  readonly version: string
  readonly build: string
  /** Lines of the changelog that the build of this page does not have, in the changelog's English. */
  readonly changes: readonly string[]
}

/** A line of a changelog is shorter; what is longer was not written by one. */
const TEXT_MAX = 2_000

/**
 * Asks the server, past every cache, as the file is of the next build.
 *
 * @param build that of this page
 * @param known ids of the changes that this page's build has
 * @returns `null` when nothing can be read, or when the server still serves this page's own build
 */
export async function readRelease(build: string, known: readonly string[]): Promise<Release | null> {
  try {
    // The parameter keeps workers of earlier builds off it: they answer for names without parameters alone.
    const response = await fetch(`/release.json?from=${encodeURIComponent(build)}`, { cache: 'no-store' })
    if (!response.ok) return null
    const release = parseRelease(await response.json(), known)
    return release?.build === build ? null : release
  } catch {
    return null
  }
}

/** @returns `null` for anything else than a release; rows that are no changes are left out */
export function parseRelease(body: unknown, known: readonly string[]): Release | null {
  if (typeof body !== 'object' || body === null) return null
  const { version, build, changes } = body as Record<string, unknown>
  if (!isText(version) || !isText(build) || !Array.isArray(changes)) return null
  const own = new Set(known)
  const texts = changes.flatMap((row: unknown) => {
    const { id, text } = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>
    return isText(id) && isText(text) && !own.has(id) ? [text] : []
  })
  return { version, build, changes: texts }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_MAX
}
