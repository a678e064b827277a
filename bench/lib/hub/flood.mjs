import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { loadTs } from '../load-ts.mjs'
import { buildThinSite } from './thin-site.mjs'

/**
 * The wire with the flood, in a process of its own, in front of an exchange.
 * @returns its two origins; `run` resolves when everything is sent
 */
export async function startFlood(exchange) {
  const { file } = await loadTs('bench/lib/hub/flood-frames.ts')
  const site = JSON.stringify(await buildThinSite())
  const child = fork(join(import.meta.dirname, 'flood-child.mjs'), [new URL(exchange.origin).port, file, site])
  const [{ port, barePort }] = await once(child, 'message')
  const waiting = new Map()
  let calls = 0
  child.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const ask = (what, terms) =>
    new Promise((done) => {
      const id = ++calls
      waiting.set(id, done)
      child.send({ id, what, terms })
    })
  return {
    origin: `http://localhost:${port}`,
    bareOrigin: `http://localhost:${barePort}`,
    /** To every socket of now: so many a second, or `rate: null` and so many `messages` as fast as they are taken. */
    run: (terms) => ask('run', { rate: null, seconds: 0, messages: 0, ...terms }),
    sockets: () => ask('sockets'),
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
