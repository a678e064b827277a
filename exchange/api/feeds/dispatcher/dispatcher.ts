import type { Faults } from '../../faults'
import type { Frame } from '../../host-ports'
import { SOCKET_TOPICS_MAX, SocketAllowance } from '../../rate-limit'
import type { ReadTurns } from '../../read-turns'
import type { Connection } from './connection'
import { Inbox } from './inbox'
import { subscribeInTurns } from './subscribe-in-turns'

/** v5: the arguments of one request together. */
const ARGS_TEXT_MAX = 21_000
/** v5: a socket without traffic from the client is dropped after ten minutes. */
const IDLE_MAX_MS = 600_000
/** RFC 6455's registry: the service restarts. A client that does not answer the closing is cut after so long. */
const STOP_CODE = 1012
const STOP_MS = 500

/** A message of a client, as its dialect reads it. */
export interface SocketRequest {
  /** `ping`, `subscribe` and `unsubscribe` are every dialect's; others are its own. */
  readonly op: string
  /** What it names to begin or to end; `null` where its arguments are no topics. */
  readonly topics: readonly string[] | null
  /** How many topics it counts as. */
  readonly topicCount: number
}

/** Why a request goes no further, whatever the dialect. */
export type RequestFault = 'tooManyRequests' | 'tooManyTopics' | 'noTopics'

/** One socket, and what its dialect knows of it. */
export interface Member<State> {
  readonly connection: Connection
  readonly state: State
}

/** One dialect: its requests, its topics, its answers, and the bounds that are its own. */
export interface Dialect<Request extends SocketRequest, State> {
  /** @returns `null` for what is no request */
  parse(text: string): Request | null
  notUnderstood(member: Member<State>): void
  pong(member: Member<State>, request: Request): void
  refuse(member: Member<State>, request: Request, fault: RequestFault): void
  /** Does what is the dialect's own, as logins and orders. @returns false for a request that begins or ends topics */
  act(member: Member<State>, request: Request): boolean
  /** Whether the member may have these topics. Says why not. */
  maySubscribe(member: Member<State>, request: Request, topics: readonly string[]): boolean
  /** Answers a subscription. @returns those of `topics` that there are */
  subscribed(member: Member<State>, request: Request, topics: readonly string[]): readonly string[]
  /** The member receives the topic from now on. */
  begin(member: Member<State>, topic: string, request: Request): void
  end(member: Member<State>, topic: string): void
  unsubscribed(member: Member<State>, request: Request): void
  /** Whether what the member says waits for no read. */
  isUrgent(member: Member<State>): boolean
  /** Called each second. @returns what each member is sent then; `null` where the dialect has no such message */
  heartbeat(): ((member: Member<State>) => Frame) | null
  /** The socket has closed. */
  left(member: Member<State>): void
}

/**
 * All sockets of one dialect: who may say how much, what is begun and ended, who is too slow or silent for too long.
 * What is said, and how, the dialect knows.
 */
export class Dispatcher<Request extends SocketRequest, State> {
  readonly #members = new Map<Connection, Member<State>>()

  constructor(
    private readonly dialect: Dialect<Request, State>,
    private readonly turns: ReadTurns,
    private readonly faults: Pick<Faults, 'swallows'>,
  ) {}

  get size(): number {
    return this.#members.size
  }

  open(connection: Connection, state: State): void {
    const { dialect } = this
    const { socket } = connection
    const member: Member<State> = { connection, state }
    const allowance = new SocketAllowance()
    this.#members.set(connection, member)
    const receive = (text: string): void => this.#receive(member, allowance, text)
    const inbox = new Inbox(this.turns, connection, receive)
    socket.listen({
      message: (text) => {
        if (!connection.received()) return
        if (text === null) socket.close(1003, 'text frames only')
        else if (inbox.isIdle && dialect.isUrgent(member)) receive(text)
        else inbox.take(text)
      },
      alive: () => void connection.received(),
      closed: () => {
        this.#members.delete(connection)
        for (const topic of connection.topics) dialect.end(member, topic)
        dialect.left(member)
      },
    })
  }

  /** Called each second: looks at who reads, and who says nothing any more. */
  beat(): void {
    const messageTo = this.dialect.heartbeat()
    const nowMs = performance.now()
    for (const member of this.#members.values()) {
      const { connection } = member
      connection.watch(nowMs)
      if (nowMs - connection.heardAtMs > IDLE_MAX_MS) connection.socket.close(1001, 'idle')
      else if (messageTo !== null) connection.offer('heartbeat', messageTo(member))
    }
  }

  members(): readonly Member<State>[] {
    return [...this.#members.values()]
  }

  /** Control: cuts sockets as a network would, without a closing handshake. @returns how many */
  disconnect(channel: 'public' | 'private'): number {
    const cut = this.members().filter(({ connection }) => connection.channel === channel)
    for (const { connection } of cut) connection.socket.terminate()
    return cut.length
  }

  /** Bytes that wait in each socket. */
  backlogs(): readonly number[] {
    return this.members().map(({ connection }) => connection.backlog)
  }

  close(): void {
    for (const { socket } of this.#members.keys()) {
      socket.close(STOP_CODE, 'the exchange stops')
      socket.terminate(STOP_MS)
    }
  }

  #receive(member: Member<State>, allowance: SocketAllowance, text: string): void {
    const { dialect } = this
    const request = dialect.parse(text)
    if (request === null) dialect.notUnderstood(member)
    else if (request.op === 'ping') dialect.pong(member, request)
    else if (!allowance.take(performance.now(), request.topicCount)) dialect.refuse(member, request, 'tooManyRequests')
    else if (!dialect.act(member, request)) {
      if (request.op === 'unsubscribe') this.#unsubscribe(member, request)
      else this.#subscribe(member, request)
    }
  }

  #subscribe(member: Member<State>, request: Request): void {
    const { dialect } = this
    const { connection } = member
    const { topics } = request
    if (topics === null) return dialect.refuse(member, request, 'noTopics')
    if (topics.join('').length > ARGS_TEXT_MAX || connection.topics.size + topics.length > SOCKET_TOPICS_MAX)
      return dialect.refuse(member, request, 'tooManyTopics')
    if (!dialect.maySubscribe(member, request, topics)) return
    const asked = topics.filter((topic) => !this.faults.swallows(topic))
    if (asked.length === 0 && topics.length > 0) return
    const known = dialect.subscribed(member, request, asked)
    for (const topic of known) connection.topics.add(topic)
    // A market's topic may begin with a long snapshot; an account's resumes before anything else is published of it.
    if (connection.channel === 'private') for (const topic of known) dialect.begin(member, topic, request)
    else void subscribeInTurns(this.turns, connection, known, (topic) => dialect.begin(member, topic, request))
  }

  #unsubscribe(member: Member<State>, request: Request): void {
    for (const topic of request.topics ?? [])
      if (member.connection.topics.delete(topic)) this.dialect.end(member, topic)
    this.dialect.unsubscribed(member, request)
  }
}
