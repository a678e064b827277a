/** One attack in a process of its own, so that what it takes to make is not in the way of who measures. */
import { setMaxListeners } from 'node:events'
import http from 'node:http'
import { CROWDS } from './crowds.mjs'

http.globalAgent = new http.Agent({ keepAlive: true, maxSockets: 50 })
const end = new AbortController()
setMaxListeners(0, end.signal)
// It ends by itself too, should whoever began it be gone.
process.once('disconnect', () => process.exit(0))
process.once('message', async (/** @type {import('./crowd-trial.mjs').Attack} */ { name, ms, ...target }) => {
  setTimeout(() => end.abort(), ms)
  // Whatever still waits for an answer then, waits for none.
  setTimeout(() => process.exit(0), ms + 1_000)
  const attack = CROWDS[name]
  if (attack === undefined) throw new Error(`no crowd is called ${name}`)
  await attack({ ...target, signal: end.signal })
  process.exit(0)
})
