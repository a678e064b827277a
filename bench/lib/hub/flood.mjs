import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { loadTs } from '../load-ts.mjs'
import { buildThinSite } from './thin-site.mjs'

/**
 * @typedef {Awaited<ReturnType<typeof startFlood>>} Flood
 *
 * @typedef {object} RunTerms to every socket of now
 * @property {number | null} rate messages a second; `null`: `messages` as fast as they are taken
 * @property {number} seconds
 * @property {number} messages
 *
 * @typedef {object} RunReport
 * @property {number} ms
 * @property {number} coresUsed by the sender
 * @property {number} messageBytes
 * @property {readonly { sent: number, updateId: number, waitedBytes: number }[]} sinks one for each socket
 *
 * @typedef {object} PartOptions what a part of the bench of the hub is given
 * @property {Flood} flood
 * @property {boolean} quick
 * @property {(text: string) => void} note
 */

/**
 * The wire with the flood, in a process of its own, in front of an exchange.
 * @param {{ readonly origin: string }} exchange
 * @returns its two origins; `run` resolves when everything is sent
 */
export async function startFlood(exchange) {
  const { file } = await loadTs('bench/lib/hub/flood-frames.ts')
  const site = JSON.stringify(await buildThinSite())
  const child = fork(join(import.meta.dirname, 'flood-child.mjs'), [new URL(exchange.origin).port, file, site])
  const [{ port, barePort }] = await once(child, 'message')
  /** @type {Map<number, (answer: unknown) => void>} */
  const waiting = new Map()
  let calls = 0
  child.on('message', (message) => {
    const { id, answer } = /** @type {{ id: number, answer: unknown }} */ (message)
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  /**
   * @template T
   * @param {'run' | 'sockets' | 'orders'} what
   * @param {RunTerms | null} terms
   * @returns {Promise<T>}
   */
  const ask = (what, terms) =>
    new Promise((done) => {
      const id = ++calls
      waiting.set(id, (answer) => done(/** @type {T} */ (answer)))
      child.send({ id, what, terms })
    })
  return {
    origin: `http://localhost:${port}`,
    bareOrigin: `http://localhost:${barePort}`,
    /**
     * @param {Partial<RunTerms>} terms
     * @returns {Promise<RunReport>}
     */
    run: (terms) => ask('run', { rate: null, seconds: 0, messages: 0, ...terms }),
    /** @returns {Promise<number>} how many there are */
    sockets: () => ask('sockets', null),
    /** @returns {Promise<readonly number[]>} when each order came by since this was last asked, ms since the epoch */
    orders: () => ask('orders', null),
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/**
 * @param {RunReport} report
 * @returns the one socket's, where there is one
 */
export function onlySink({ sinks: [sink, ...others] }) {
  if (sink === undefined || others.length > 0) throw new Error(`${others.length} sockets too many, or none`)
  return sink
}
