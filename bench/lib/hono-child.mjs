// node hono-child.mjs: an empty hono handler behind @hono/node-server. It answers every POST with the body and the
// headers that came first on its standard input, as one line of JSON; prints its origin.
import { createInterface } from 'node:readline'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [line] = await new Promise((resolve) =>
  createInterface({ input: process.stdin }).once('line', (one) => resolve([one])),
)
const { body, headers } = JSON.parse(line)
const app = new Hono()
app.post('*', (context) => context.body(body, 200, headers))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
)
