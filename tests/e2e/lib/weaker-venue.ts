/** Whether the page's hub is to take the exchange for one that gives less (`npm run weaker-venue -- browser`). */
export const IS_WEAKER = process.env['HALYARD_VENUE'] === 'sandbox-weaker'

/** Tests that are about what such an exchange does not give; the hub's own tests say what holds in its place. */
export const RESTS_ON: Readonly<Record<string, readonly string[]>> = {
  'lists as of a sequence: a time cannot say that a list is of an earlier state than the last one': [
    'the exchange comes back from a backup: the page shows what it has now, says so, and trades; who has no account any more is told (F23, decisions 42) @long',
  ],
}

const names = new Map(Object.entries(RESTS_ON).flatMap(([why, tests]) => tests.map((name) => [name, why] as const)))

/** Why a test is not for such an exchange; `null` for one that is. */
export function whyLeftOut(title: string): string | null {
  const why = IS_WEAKER ? names.get(title) : undefined
  return why === undefined ? null : `needs ${why}`
}
