import type { Position } from '../../domain/position/position'
import type { App } from '../state/app-context'

/** Reverses at once for who chose not to be asked. @returns false where a dialog has to ask first */
export function reversePosition(app: App, position: Position): boolean {
  if (app.account.asksBeforeReverse.peek()) return false
  void reverse(app, position)
  return true
}

async function reverse(app: App, position: Position): Promise<void> {
  const { reverseAtOnce } = await import('./send-reverse')
  await reverseAtOnce(app, position)
}
