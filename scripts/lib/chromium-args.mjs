/**
 * Flags under which Chromium neither throttles what it cannot see nor asks the outside for anything.
 * @type {readonly string[]}
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
