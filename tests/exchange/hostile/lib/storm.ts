import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { createRandom, type Random } from '../../../../src/base/random'
import type { Caller } from '../../api/lib/client'
import type { RealGateway } from '../../api/lib/real-gateway'
import { CALLS, NATIVE_REQUESTS, READS, TRADE_REQUESTS, V5_REQUESTS } from './corpus'
import { DOCUMENTED_CODES, DOCUMENTED_STATUSES } from './documented'
import { HttpLine, httpRequest, type HttpAnswer } from './http-line'
import { Mutator, type Json } from './mutate'

/** A socket may ask a hundred times a second. */
const MESSAGES_PER_SOCKET = 95
const CALLS_PER_TURN = 50
const TURNS_AT_ONCE = 8
const ANSWERED_MAX_MS = 60_000

interface Trader {
  readonly caller: Caller
  readonly apiKey: string
  readonly apiSecret: string
}

/** What came back, by door and code; and what should not have. */
export interface StormReport {
  readonly messages: Record<string, number>
  readonly answers: Record<string, number>
  readonly faults: string[]
  /** Ledger lines that changed something. */
  changes: number
}

type Door = (count: number) => Promise<void>

/**
 * Mutated messages on every door of a running exchange. `harmless` doors belong to strangers, to readers, and to
 * channels that only listen: nothing may change by them. On the others every change must be one that was answered.
 */
export class Storm {
  readonly report: StormReport = { messages: {}, answers: {}, faults: [], changes: 0 }
  readonly #mutator: Mutator
  readonly #random: Random
  /** Connections that wait for nothing. */
  readonly #free: HttpLine[] = []
  /** Calls that were answered as taken, by the name each goes into the ledger with. */
  readonly #taken = new Map<string, { readonly path: string; readonly mayBeNothing: boolean; count: number }>()
  /** Paths of the calls that went out under each name. */
  readonly #paths = new Map<string, string>()
  #calls = 0
  #turn = 0

  constructor(
    private readonly world: RealGateway,
    private readonly traders: readonly Trader[],
    private readonly readers: readonly Trader[],
    seed: number,
  ) {
    this.#random = createRandom(seed)
    this.#mutator = new Mutator(this.#random)
  }

  static async open(world: RealGateway, accounts: number, seed: number): Promise<Storm> {
    const open = async (permissions: readonly string[], account: string): Promise<Trader> => {
      const caller = await world.caller(account)
      const { result } = await caller.post('/sandbox/api-keys', { permissions })
      return { caller, apiKey: result['apiKey'] as string, apiSecret: result['apiSecret'] as string }
    }
    const traders: Trader[] = []
    for (let i = 0; i < accounts; i++) traders.push(await open(['trade'], i % 5 === 0 ? 'copy' : 'uta2'))
    return new Storm(world, traders, [await open(['read'], 'uta2')], seed)
  }

  /** Nothing may change. */
  harmless(messages: number): Promise<void> {
    return this.#run(messages, [
      [4, this.#sockets('house public', '/realtime_public?v=2', NATIVE_REQUESTS)],
      [3, this.#privateSockets()],
      [3, this.#sockets('v5 public', '/v5/public/linear', V5_REQUESTS)],
      [2, this.#keyed('v5 private', '/v5/private', V5_REQUESTS, this.traders)],
      [2, this.#sockets('v5 trade, stranger', '/v5/trade', TRADE_REQUESTS)],
      [2, this.#keyed('v5 trade, reader', '/v5/trade', TRADE_REQUESTS, this.readers)],
      [2, this.#strangers()],
      [3, this.#reads()],
      [1, this.#letters()],
    ])
  }

  /** What changes was answered as taken, and what was answered as taken changed something. */
  async trading(messages: number): Promise<void> {
    const seqBefore = this.world.journal.durableSeq()
    await this.#run(messages, [
      [3, this.#tradingCalls()],
      [2, this.#keyed('v5 trade', '/v5/trade', TRADE_REQUESTS, this.traders)],
    ])
    this.#compareLedger(seqBefore)
  }

  close(): void {
    for (const line of this.#free) line.close()
  }

  async #run(messages: number, doors: readonly (readonly [weight: number, door: Door])[]): Promise<void> {
    const wheel = doors.flatMap(([weight, door]) => Array.from({ length: weight }, () => door))
    let left = messages
    const turns = async (): Promise<void> => {
      while (left > 0) {
        const count = Math.min(left, MESSAGES_PER_SOCKET)
        left -= count
        await wheel[this.#turn++ % wheel.length]!(count)
      }
    }
    await Promise.all(Array.from({ length: TURNS_AT_ONCE }, turns))
  }

  #trader(): Trader {
    return this.traders[this.#random.int(0, this.traders.length - 1)]!
  }

  #sockets(door: string, road: string, corpus: readonly Json[]): Door {
    return (count) => this.#converse(door, road, corpus, count, {}, null)
  }

  #privateSockets(): Door {
    return async (count) => {
      // In turn: one account may have five channels.
      const { caller } = this.traders[this.#turn % this.traders.length]!
      const { result } = await caller.post('/user/private/ott')
      const login = JSON.stringify({ op: 'login', args: [result['token'] ?? ''] })
      const headers = { cookie: caller.cookie }
      await this.#converse('house private', '/realtime_private?v=2', NATIVE_REQUESTS, count, headers, login)
    }
  }

  #keyed(door: string, road: string, corpus: readonly Json[], who: readonly Trader[]): Door {
    return (count) => {
      const { apiKey, apiSecret } = who[this.#turn % who.length]!
      const expires = this.world.journal.now() + 60_000
      const signature = createHmac('sha256', apiSecret).update(`GET/realtime${expires}`).digest('hex')
      return this.#converse(
        door,
        road,
        corpus,
        count,
        {},
        JSON.stringify({ op: 'auth', args: [apiKey, expires, signature] }),
      )
    }
  }

  /** Says the first thing, then the mutated ones: each has exactly one answer. */
  async #converse(
    door: string,
    road: string,
    corpus: readonly Json[],
    count: number,
    headers: Readonly<Record<string, string>>,
    first: string | null,
  ): Promise<void> {
    const base = `127.0.0.1:${this.world.port}`
    const socket = new WebSocket(`ws://${base}${road}`, { headers: { origin: `http://${base}`, ...headers } })
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
    const texts = Array.from({ length: count }, () =>
      this.#mutator.mutate(this.#dated(this.#mutator.pick(corpus)), corpus),
    )
    const asked = first === null ? texts : [first, ...texts]
    let answers = 0
    const answered = new Promise<void>((resolve) => {
      const tooLong = setTimeout(() => {
        this.#fault(door, `${answers} answers to ${asked.length} messages`, texts.join('\n'))
        socket.terminate()
      }, ANSWERED_MAX_MS)
      socket.on('close', (code, reason) => {
        clearTimeout(tooLong)
        if (code !== 1005) this.#fault(door, `cut with ${code} ${String(reason)}`, texts.join('\n'))
        resolve()
      })
      socket.on('message', (data) => {
        if (!this.#hear(door, String(data))) return
        answers++
        if (answers === asked.length) socket.close()
      })
    })
    for (const text of asked) socket.send(text)
    await answered
    this.#count(door, count)
  }

  #dated(message: Json): Json {
    if (typeof message !== 'object' || message === null || Array.isArray(message) || !('header' in message))
      return message
    const header = { ...(message['header'] as object), 'X-BAPI-TIMESTAMP': String(this.world.journal.now()) }
    return { ...message, header }
  }

  /** @returns whether it was the answer to a message, and no data */
  #hear(door: string, text: string): boolean {
    const said = JSON.parse(text) as {
      op?: string
      success?: boolean
      retCode?: number
      ret_msg?: string
      retMsg?: string
      connId?: string
      retExtInfo?: { list?: readonly { readonly code: number }[] }
    }
    if (said.op === 'heartbeat' || said.op === undefined) return false
    if (said.retCode === undefined) {
      this.#note(door, said.success === false ? `refused: ${said.ret_msg?.split(':')[0]}` : 'done')
      if (said.success === false && (said.ret_msg ?? '') === '') this.#fault(door, 'a refusal without its reason', text)
      return true
    }
    this.#note(door, String(said.retCode))
    this.#checkCode(door, said.retCode, said.retMsg ?? said.ret_msg, text)
    if (!said.op.startsWith('order.') || said.retCode !== 0) return true
    const count = said.retExtInfo?.list?.filter((one) => one.code === 0).length ?? 1
    if (count > 0) this.#take(said.connId ?? '', said.op, true, count)
    return true
  }

  #strangers(): Door {
    const lost = [
      '',
      'halyard-1=x',
      `halyard-${this.world.port}=${'A'.repeat(43)}`,
      `__Host-halyard-${this.world.port}=`,
    ]
    return async (count) => {
      for (let i = 0; i < count; i++) {
        const { path, body } = this.#mutator.pick(CALLS)
        const headers = { cookie: this.#mutator.pick(lost) }
        await this.#call('http, stranger', path, this.#mutator.mutate(body, [body]), headers)
      }
    }
  }

  #reads(): Door {
    return async (count) => {
      const { caller } = this.#trader()
      for (let i = 0; i < count; i++) {
        const [path = '', query = ''] = this.#mutator.pick(READS).split('?')
        const target = encodeURI(`${path}?${this.#worseQuery(query)}`)
          .replaceAll('#', '%23')
          .slice(0, 8_000)
        const headers = { host: this.#host(), cookie: caller.cookie }
        this.#check('http, reads', await this.#ask(httpRequest('GET', target, headers)), target)
      }
      this.#count('http, reads', count)
    }
  }

  #worseQuery(query: string): string {
    const pairs = query.split('&')
    const at = this.#random.int(0, pairs.length - 1)
    const [key = '', value = ''] = pairs[at]!.split('=')
    const clean = (text: string): string => text.replaceAll(/[\ud800-\udfff]/g, '?').slice(0, 2_000)
    pairs[at] =
      this.#random.next() < 0.8
        ? `${key}=${clean(this.#mutator.spoilText(value))}`
        : clean(this.#mutator.cut(pairs[at]!))
    return pairs.join('&')
  }

  /** Whole requests, head and all, with letters changed: what comes is an answer or the end of the connection. */
  #letters(): Door {
    return async (count) => {
      for (let i = 0; i < count; i++) {
        const { path, body } = this.#mutator.pick(CALLS)
        const request = httpRequest('POST', path, this.#headers({ cookie: '' }), JSON.stringify(body)).toString(
          'latin1',
        )
        const head = request.slice(0, request.indexOf('\r\n\r\n'))
        const worse = this.#mutator.cut(this.#mutator.cut(head)) + request.slice(head.length)
        const answer = await HttpLine.once(this.world.port, Buffer.from(worse, 'latin1'))
        const status = answer.slice(9, 12)
        this.#note('http, letters', status === '' ? 'cut' : status)
        if (status !== '' && !DOCUMENTED_STATUSES.has(Number(status)))
          this.#fault('http, letters', answer.slice(0, 200), worse)
      }
      this.#count('http, letters', count)
    }
  }

  #tradingCalls(): Door {
    return async (count) => {
      for (let done = 0; done < count; done += CALLS_PER_TURN) {
        const { caller } = this.#trader()
        for (let i = done; i < Math.min(count, done + CALLS_PER_TURN); i++) {
          const { path, body } = this.#mutator.pick(CALLS)
          await this.#call('http', path, this.#mutator.mutate(body, [body]), { cookie: caller.cookie })
        }
      }
    }
  }

  async #call(door: string, path: string, body: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const name = `m${++this.#calls}`
    const request = httpRequest('POST', path, this.#headers({ 'hub-connection': name, ...headers }), body)
    const answer = await this.#ask(request)
    this.#count(door, 1)
    this.#paths.set(name, path)
    const said = this.#check(door, answer, `${path} ${body}`)
    if (said === null) return
    const items = said.retExtInfo?.list?.filter((one) => one.code === 0).length ?? 1
    // Where no order stands of what a cancel-all names, there is nothing to write down.
    const mayBeNothing = /LinkId/.test(body) || said.result?.list?.length === 0
    if ((said.retCode === 0 || said.retCode === 39_303) && items > 0) this.#take(name, path, mayBeNothing, items)
  }

  #check(
    door: string,
    answer: HttpAnswer | null,
    sent: string,
  ): {
    readonly retCode: number
    readonly result?: { readonly list?: readonly unknown[] }
    readonly retExtInfo?: { readonly list?: readonly { readonly code: number }[] }
  } | null {
    if (answer === null) {
      this.#fault(door, 'no answer', sent)
      return null
    }
    const { status, body } = answer
    if (!DOCUMENTED_STATUSES.has(status) || status >= 500) this.#fault(door, `status ${status} ${body}`, sent)
    if (!body.startsWith('{')) {
      this.#note(door, String(status))
      return null
    }
    const said = JSON.parse(body) as { readonly retCode: number; readonly retMsg?: string }
    this.#note(door, status === 200 ? String(said.retCode) : `${status}`)
    this.#checkCode(door, said.retCode, said.retMsg, sent)
    return said
  }

  #checkCode(door: string, retCode: number, reason: string | undefined, sent: string): void {
    if (!DOCUMENTED_CODES.has(retCode)) this.#fault(door, `${retCode} is not documented`, sent)
    if (retCode !== 0 && (reason ?? '') === '') this.#fault(door, `${retCode} without its reason`, sent)
  }

  #take(name: string, path: string, mayBeNothing: boolean, count: number): void {
    const known = this.#taken.get(name)
    if (known === undefined) this.#taken.set(name, { path, mayBeNothing, count })
    else known.count += count
  }

  #compareLedger(afterSeq: number): void {
    const changed = new Map<string, number>()
    for (const text of readFileSync(join(this.world.folder, 'ledger.jsonl'), 'utf8').split('\n')) {
      if (text === '' || !text.includes('"command"')) continue
      const { seq, connId, account, result } = JSON.parse(text) as {
        readonly seq: number
        readonly connId: string
        readonly account: string
        readonly result: { readonly ok: boolean }
      }
      if (seq <= afterSeq || !result.ok || account === '') continue
      this.report.changes++
      changed.set(connId, (changed.get(connId) ?? 0) + 1)
    }
    for (const [name, count] of changed) {
      const taken = this.#taken.get(name)
      if (taken === undefined && !(this.#paths.get(name) ?? '').startsWith('/fapi/'))
        this.#fault('ledger', `${name} changed something and was not answered so`, this.#paths.get(name) ?? 'order')
      else if (taken !== undefined && count > taken.count && !taken.path.startsWith('/fapi/'))
        this.#fault('ledger', `${name} changed ${count}, answered ${taken.count}`, taken.path)
    }
    for (const [name, { path, mayBeNothing }] of this.#taken) {
      if (!changed.has(name) && !mayBeNothing && !CHANGE_NOTHING.test(path))
        this.#fault('ledger', `${name} was taken and changed nothing`, path)
    }
  }

  #headers(further: Readonly<Record<string, string>>): Record<string, string> {
    return { host: this.#host(), 'content-type': 'application/json', 'x-requested-with': 'storm', ...further }
  }

  #host(): string {
    return `127.0.0.1:${this.world.port}`
  }

  async #ask(request: Buffer): Promise<HttpAnswer | null> {
    const line = this.#free.pop() ?? new HttpLine(this.world.port)
    const answer = await line.ask(request)
    this.#free.push(line)
    return answer
  }

  #count(door: string, count: number): void {
    this.report.messages[door] = (this.report.messages[door] ?? 0) + count
  }

  #note(door: string, what: string): void {
    const key = `${door}: ${what}`
    this.report.answers[key] = (this.report.answers[key] ?? 0) + 1
  }

  #fault(door: string, what: string, sent: string): void {
    if (this.report.faults.length < 20) this.report.faults.push(`${door}: ${what} | ${sent.slice(0, 300)}`)
  }
}

/** Taken, and no line: these look, keep what they make outside of the ledger, or ask for the mode in force. */
const CHANGE_NOTHING = /pre-add-margin|set-margin-mode|\/ott$/
