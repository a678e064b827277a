import { WebSocket } from 'ws'
import { startGateway } from '../../../../exchange/host/node/start-gateway'
import type { GatewayOptions, RunningGateway } from '../../../../exchange/host/node/gateway-options'
import type { EnvelopeJson } from '../../../../src/wire/rest/envelope'
import { answerFaults } from './answer-check'
import { FakeJournal } from './fake-journal'

export interface TestGateway {
  readonly journal: FakeJournal
  readonly gateway: RunningGateway
  readonly base: string
  /** What the gateway could not explain. */
  readonly traces: unknown[]
}

export async function openGateway(
  options: Partial<Pick<GatewayOptions, 'staticDir' | 'control' | 'connectionLimits' | 'setPace'>> & {
    readonly dataDir?: string
    readonly chartLibrary?: boolean
  } = {},
  journal = new FakeJournal(),
): Promise<TestGateway> {
  const traces: unknown[] = []
  const gateway = await startGateway({
    journal,
    fanout: journal.fanout,
    config: {
      host: '127.0.0.1',
      port: 0,
      control: options.control ?? false,
      dataDir: options.dataDir ?? null,
      api: null,
      ws: null,
      region: 'global',
      ...(options.chartLibrary === undefined ? {} : { chartLibrary: options.chartLibrary }),
    },
    build: 'test-build',
    staticDir: options.staticDir ?? null,
    ...(options.connectionLimits === undefined ? {} : { connectionLimits: options.connectionLimits }),
    ...(options.setPace === undefined ? {} : { setPace: options.setPace }),
    trace: (_id, error) => traces.push(error),
  })
  return { traces, journal, gateway, base: `http://127.0.0.1:${gateway.port}` }
}

/** Makes inputs wait for their sync. @returns a call that lets them through */
export function slowDisk(journal: FakeJournal): () => void {
  let finish!: () => void
  journal.disk = new Promise((resolve) => {
    finish = resolve
  })
  return finish
}

/** A program with a cookie jar, as the hub is. */
export class Caller {
  cookie = ''
  constructor(readonly base: string) {}

  async raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' || method === 'HEAD'
          ? {}
          : { 'content-type': 'application/json', 'x-requested-with': 'test' }),
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const cookies = response.headers.getSetCookie()
    if (cookies.length > 0) this.cookie = cookies.map((one) => one.split(';')[0]!).join('; ')
    return response
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return readAnswer('GET', path, await this.raw('GET', path, undefined, headers))
  }

  async post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return readAnswer('POST', path, await this.raw('POST', path, body, headers))
  }

  /** Waits while this computer opens more sessions than one may: a fast machine runs a whole file in a minute. */
  async signIn(body: unknown = {}): Promise<string> {
    for (;;) {
      const answer = await this.post('/sandbox/session', body)
      if (answer.retCode !== RATE_LIMITED) return (answer.result as { account: string }).account
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async oneTimeToken(): Promise<string> {
    return ((await this.post('/user/private/ott')).result as { token: string }).token
  }
}

const RATE_LIMITED = 10_006

/** @throws when the answer is not what docs/api.md says of the call: so every test of a call is one of its description */
export async function readAnswer(method: string, path: string, response: Response): Promise<Answer> {
  const body = (await response.json()) as Answer
  const faults = answerFaults(method, path, response.status, body)
  if (faults.length > 0) throw new Error(`${method} ${path}: ${faults.slice(0, 8).join('; ')}`)
  return body
}

export type Answer = EnvelopeJson & { readonly result: Record<string, unknown> }

export type Frame = Record<string, unknown> & { readonly data?: unknown }

/** A socket with a memory, so that a test waits for what it expects and not for a time. */
export class Listener {
  readonly frames: Frame[] = []
  readonly texts: string[] = []
  closeCode: number | null = null
  #read = 0
  #wake: (() => void) | null = null

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const text = String(data)
      let frame: Frame
      try {
        frame = JSON.parse(text) as Frame
      } catch {
        frame = { broken: true }
      }
      if (frame['op'] === 'heartbeat') {
        this.heartbeats.push(frame)
      } else {
        this.texts.push(text)
        this.frames.push(frame)
      }
      this.#wake?.()
    })
    socket.on('close', (code) => {
      this.closeCode = code
      this.#wake?.()
    })
  }

  readonly heartbeats: Frame[] = []

  static open(base: string, channel: 'public' | 'private', cookie = '', origin = base, agent = ''): Promise<Listener> {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/realtime_${channel}?v=2`, {
      headers: { origin, ...(cookie === '' ? {} : { cookie }), ...(agent === '' ? {} : { 'user-agent': agent }) },
    })
    const listener = new Listener(socket)
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(listener))
      socket.on('error', reject)
    })
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The next frame that was not taken yet. */
  async next(): Promise<Frame> {
    while (this.#read >= this.frames.length) await this.#change()
    return this.frames[this.#read++]!
  }

  /** Takes frames until one fits. */
  async until(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const frame = await this.next()
      if (fits(frame)) return frame
    }
  }

  async heartbeat(count: number): Promise<void> {
    while (this.heartbeats.length < count) await this.#change()
  }

  async closed(): Promise<number> {
    while (this.closeCode === null) await this.#change()
    return this.closeCode
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  close(): void {
    this.socket.terminate()
  }
}
