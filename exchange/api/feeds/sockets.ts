import type { Core } from '../core'
import type { MakeFrame } from '../host-ports'
import type { ClientSocket } from './dispatcher/client-socket'
import { Connection } from './dispatcher/connection'
import { Dispatcher } from './dispatcher/dispatcher'
import { NativeDialect, type NativeState } from './native/dialect'
import type { NativeRequest } from './native/requests'
import type { SocketKind } from './socket-kinds'
import type { V5AccountFeed } from './v5/account-feed'
import { V5Dialect, type V5SocketKind, type V5State } from './v5/dialect'
import type { V5MarketFeed } from './v5/market-feed'
import type { V5Request } from './v5/requests'

/** Sockets of one exchange; it is one trader's, not a venue's. */
const SOCKETS_MAX = 2000
const LOGOUT_CODE = 4003

/** A socket that was admitted. */
export interface OpenedSocket {
  readonly socket: ClientSocket
  readonly kind: SocketKind
  /** Hash of the token of its session, `null` without one. */
  readonly session: string | null
  /** Whether its handshake came from the app's own browser, which can name a session at the login alone. */
  readonly isInApp: boolean
  /** Of its other end. */
  readonly address: string
}

/** The sockets of both dialects. */
export class Sockets {
  readonly #native: NativeDialect
  readonly #v5: V5Dialect
  readonly #nativeSockets: Dispatcher<NativeRequest, NativeState>
  readonly #v5Sockets: Dispatcher<V5Request, V5State>

  constructor(
    private readonly core: Core,
    private readonly frame: MakeFrame,
    v5: {
      readonly market: V5MarketFeed
      readonly accounts: V5AccountFeed
      readonly trace: (error: unknown) => void
    },
  ) {
    const { journal, turns, faults } = core
    this.#native = new NativeDialect({ ...core, now: () => journal.now(), frame })
    this.#nativeSockets = new Dispatcher(this.#native, turns, faults)
    this.#v5 = new V5Dialect(core, v5.market, v5.accounts, v5.trace)
    this.#v5Sockets = new Dispatcher(this.#v5, turns, faults)
  }

  get size(): number {
    return this.#nativeSockets.size + this.#v5Sockets.size
  }

  /** Whether there is a place for one more. */
  hasRoom(): boolean {
    return this.size < SOCKETS_MAX
  }

  open({ socket, kind, session, isInApp, address }: OpenedSocket): void {
    const { core, frame } = this
    if (kind.dialect === 'v5') {
      const channel = kind.kind.kind === 'public' ? 'public' : 'private'
      const state: V5State = { kind: kind.kind, address, key: null, tradesUnderWay: 0 }
      this.#v5Sockets.open(new Connection(socket, channel, null, core.faults, frame), state)
    } else {
      const known = core.sessions.find(session)?.hash ?? null
      this.#nativeSockets.open(new Connection(socket, kind.channel, known, core.faults, frame), {
        login: null,
        isInApp,
      })
    }
  }

  /** Called each second. */
  beat(): void {
    this.#nativeSockets.beat()
    this.#v5Sockets.beat()
  }

  /** The session ended: its private channels close. */
  signOut(session: string): void {
    for (const { connection } of this.#nativeSockets.members())
      if (connection.channel === 'private' && connection.session === session)
        connection.socket.close(LOGOUT_CODE, 'signed out')
  }

  /** The key is no more: neither are the sockets that came in by it. */
  endKey(apiKey: string): void {
    this.#v5.endKey(apiKey)
  }

  /** Control: `listener` is called when an account's first native channel logs in and when its last one is gone. */
  onPresence(listener: (account: string, isPresent: boolean) => void): void {
    this.#native.onPresence(listener)
  }

  /** Control: cuts sockets as a network would, without a closing handshake. @returns how many */
  disconnect(channel: 'public' | 'private'): number {
    return this.#nativeSockets.disconnect(channel) + this.#v5Sockets.disconnect(channel)
  }

  counts(): {
    readonly public: number
    readonly private: number
    readonly perAccount: Readonly<Record<string, number>>
    readonly v5: Readonly<Record<V5SocketKind['kind'], number>>
  } {
    const channels = this.#nativeSockets.members().map(({ connection }) => connection.channel)
    const kinds = this.#v5Sockets.members().map(({ state }) => state.kind.kind)
    return {
      public: count(channels, 'public'),
      private: count(channels, 'private'),
      perAccount: this.#native.perAccount(),
      v5: { public: count(kinds, 'public'), private: count(kinds, 'private'), trade: count(kinds, 'trade') },
    }
  }

  /** Bytes that wait in each of them. */
  backlogs(): readonly number[] {
    return [...this.#nativeSockets.backlogs(), ...this.#v5Sockets.backlogs()]
  }

  close(): void {
    this.#nativeSockets.close()
    this.#v5Sockets.close()
  }
}

function count<T>(list: readonly T[], wanted: T): number {
  return list.filter((one) => one === wanted).length
}
