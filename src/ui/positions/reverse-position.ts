import type { Position } from '../../domain/position/position'
import { atFirstSign } from '../kit/first-sign'
import type { App } from '../state/app-context'

/** What sends comes with the user's first sign. A press that has to wait longer for it was made at other prices. */
const SEND_WITHIN_MS = 1_000

const load = () => import('./send-reverse')
// What fails is asked for again with the press.
atFirstSign(() => void load().catch(() => {}))

/** Reverses at once for who chose not to be asked. @returns false where a dialog has to ask first */
export function reversePosition(app: App, position: Position): boolean {
  if (app.account.asksBeforeReverse.peek()) return false
  void reverse(app, position)
  return true
}

async function reverse(app: App, position: Position): Promise<void> {
  const late = new Promise<null>((done) => setTimeout(done, SEND_WITHIN_MS, null))
  const sending = await Promise.race([load().catch(() => null), late])
  if (sending === null) app.notices.say('notLoaded', {}, { failure: true })
  else await sending.reverseAtOnce(app, position)
}
