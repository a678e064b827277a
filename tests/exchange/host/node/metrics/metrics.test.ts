import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { startGateway } from '../../../../../exchange/host/node/start-gateway'
import type { RunningGateway } from '../../../../../exchange/host/node/gateway-options'
import { expositionOf } from '../../../../../exchange/host/node/metrics/exposition'
import { FakeJournal } from '../../../api/lib/fake-journal'

interface Said {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly csp: boolean
}

let running: RunningGateway | null = null

afterEach(async () => {
  await running?.close()
  running = null
})

async function open(metricsToken: string | null, allowedOrigins: readonly string[] = []): Promise<number> {
  const journal = new FakeJournal()
  running = await startGateway({
    journal,
    fanout: journal.fanout,
    historyBacklog: () => 7,
    config: {
      host: '127.0.0.1',
      port: 0,
      control: false,
      dataDir: null,
      api: null,
      ws: null,
      region: 'global',
      allowedOrigins,
      metricsToken,
    },
    build: 'build "x"',
    staticDir: null,
    trace: () => undefined,
  })
  return running.port
}

function get(port: number, headers: Record<string, string> = {}, path = '/metrics', method = 'GET'): Promise<Said> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text,
          csp: answer.headers['content-security-policy'] !== undefined,
        }),
      )
    })
    asked.end()
  })
}

/** The values of a text of metrics by name and labels; each line has to be of the format. */
function read(text: string): ReadonlyMap<string, number> {
  const values = new Map<string, number>()
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.trimEnd().split('\n')) {
    if (/^# (?:HELP [a-z_]+ \S.*|TYPE [a-z_]+ (?:counter|gauge))$/.test(line)) continue
    const found = /^([a-z_]+(?:\{[a-z_]+="(?:[^"\\]|\\.)*"\})?) (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(line)
    expect(found, line).not.toBeNull()
    values.set(found![1]!, Number(found![2]))
  }
  return values
}

describe('/metrics', () => {
  test('is text that a Prometheus server reads, and its counters rise', async () => {
    const port = await open(null)
    const first = await get(port)
    expect([first.status, first.type, first.csp]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', true])
    await get(port, {}, '/healthz')
    await get(port, {}, '/nothing')
    const values = read((await get(port)).text)
    expect(values.get('halyard_build_info{build="build \\"x\\""}')).toBe(1)
    expect(values.get('halyard_http_answers_total{status="200"}')).toBe(2)
    expect(values.get('halyard_http_answers_total{status="404"}')).toBe(1)
    expect(values.get('halyard_history_backlog_rows')).toBe(7)
    expect(values.get('halyard_connections')).toBeGreaterThanOrEqual(1)
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
    // Between 2020 and 2100.
    expect(values.get('process_start_time_seconds')).toBeGreaterThan(1.577e9)
    expect(values.get('process_start_time_seconds')).toBeLessThan(4.1e9)
  })

  test('names no account, session or token', async () => {
    const port = await open(null)
    const session = await fetch(`http://127.0.0.1:${port}/sandbox/session`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'test',
        origin: `http://127.0.0.1:${port}`,
      },
      body: '{}',
    })
    const { result } = (await session.json()) as { result: { account: string } }
    const { text } = await get(port)
    expect(read(text).get('halyard_sessions')).toBe(1)
    expect(result.account.length).toBeGreaterThan(3)
    expect(text).not.toContain(result.account)
  })

  test('without a token it is there for this computer alone, and for nothing that a proxy passes on', async () => {
    const port = await open(null)
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.9' },
    ] as Record<string, string>[])
      expect((await get(port, headers)).status, JSON.stringify(headers)).toBe(404)
    expect((await get(port, {}, '/metrics', 'POST')).status).toBeGreaterThanOrEqual(400)
    const head = await get(port, {}, '/metrics', 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('where the operator named a proxy in front, loopback proves nothing', async () => {
    const port = await open(null, ['https://trade.example.com'])
    expect((await get(port)).status).toBe(404)
    expect((await get(port, { host: 'trade.example.com' })).status).toBe(404)
  })

  test('with a token it asks for it, whoever comes', async () => {
    const token = 'a-token-of-24-characters'
    const port = await open(token, ['https://trade.example.com'])
    expect((await get(port)).status).toBe(401)
    expect((await get(port, { authorization: `Bearer ${token}x` })).status).toBe(401)
    expect((await get(port, { authorization: `Basic ${token}` })).status).toBe(401)
    const host = 'trade.example.com'
    expect((await get(port, { host, authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' })).status).toBe(
      200,
    )
  })
})

test('labels and help keep to their line', () => {
  expect(
    expositionOf([
      { name: 'a', type: 'gauge', help: 'two\nlines \\', samples: [{ labels: { x: 'q"u\no\\' }, value: 1.5 }] },
      { name: 'b', type: 'counter', help: 'none', samples: [] },
    ]),
  ).toBe('# HELP a two\\nlines \\\\\n# TYPE a gauge\na{x="q\\"u\\no\\\\"} 1.5\n')
})
