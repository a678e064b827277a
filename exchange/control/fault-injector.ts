import type { CallFault, Faults } from '../api/faults'

/** Which phase of a call an injected answer belongs to. */
export type CallPhase = 'before-commit' | 'after-commit'

interface PendingCallFault {
  readonly call: string
  readonly phase: CallPhase
  readonly fault: CallFault | { readonly kind: 'hold'; readonly ms: number }
  left: number
}

interface PendingHalf {
  readonly call: string
  readonly retCode: number
  left: number
}

interface PendingPushFault {
  readonly topic: string
  readonly kind: 'drop' | 'duplicate' | 'reorder' | 'corrupt'
  left: number
}

/**
 * The faults that are asked for and not used up. A one-shot fault takes the next matching call or message; `mute`,
 * `delay` stay until they are lifted. Only the control module makes one.
 */
export class FaultInjector implements Faults {
  #calls: PendingCallFault[] = []
  #halves: PendingHalf[] = []
  #pushes: PendingPushFault[] = []
  readonly #callDelays = new Map<string, number>()
  readonly #lags = new Map<'public' | 'private', number>()
  readonly #muted = new Set<string>()
  readonly #swallowed: string[] = []
  readonly #heldBack = new Map<string, string>()
  readonly #loginFaults: string[] = []
  #isBanned = false
  #hasWall = false

  addCall(call: string, phase: CallPhase, fault: PendingCallFault['fault'], times: number): void {
    this.#calls.push({ call, phase, fault, left: times })
  }

  /** @param retCode what the second half of the items is refused with */
  addHalf(call: string, retCode: number, times: number): void {
    this.#halves.push({ call, retCode, left: times })
  }

  addPush(topic: string, kind: PendingPushFault['kind'], times: number): void {
    this.#pushes.push({ topic, kind, left: times })
  }

  delayCall(call: string, ms: number): void {
    if (ms === 0) this.#callDelays.delete(call)
    else this.#callDelays.set(call, ms)
  }

  delayChannel(channel: 'public' | 'private', ms: number): void {
    this.#lags.set(channel, ms)
  }

  mute(topic: string, isMuted: boolean): void {
    if (isMuted) this.#muted.add(topic)
    else this.#muted.delete(topic)
  }

  swallow(topic: string): void {
    this.#swallowed.push(topic)
  }

  failLogins(reason: string, times: number): void {
    for (let i = 0; i < times; i++) this.#loginFaults.push(reason)
  }

  /** Flags of the visitor: they stay until they are changed. */
  setFlags({
    isBanned = this.#isBanned,
    compliance = this.#hasWall,
  }: {
    isBanned?: boolean
    compliance?: boolean
  }): void {
    this.#isBanned = isBanned
    this.#hasWall = compliance
  }

  clear(): void {
    this.#isBanned = false
    this.#hasWall = false
    this.#calls = []
    this.#halves = []
    this.#pushes = []
    this.#callDelays.clear()
    this.#lags.clear()
    this.#muted.clear()
    this.#swallowed.length = 0
    this.#heldBack.clear()
    this.#loginFaults.length = 0
  }

  /** Kept as arrow properties: streams hold on to the bare function. */
  readonly before = async (path: string): Promise<CallFault | null> => {
    for (const [call, ms] of this.#callDelays) if (matchesCall(path, call)) await sleep(ms)
    return this.#take(path, 'before-commit')
  }

  readonly hasWall = (): boolean => this.#hasWall

  readonly after = (path: string): Promise<CallFault | null> => this.#take(path, 'after-commit')

  readonly halve = (path: string): number | null => {
    const pending = this.#halves.find((one) => matchesCall(path, one.call))
    if (pending === undefined) return null
    pending.left--
    if (pending.left <= 0) this.#halves = this.#halves.filter((one) => one !== pending)
    return pending.retCode
  }

  readonly outgoing = (topic: string, text: string): readonly string[] => {
    for (const muted of this.#muted) if (matchesTopic(topic, muted)) return []
    const held = this.#heldBack.get(topic)
    if (held !== undefined) {
      this.#heldBack.delete(topic)
      return [text, held]
    }
    const fault = this.#pushes.find((one) => matchesTopic(topic, one.topic))
    if (fault === undefined) return [text]
    fault.left--
    if (fault.left <= 0) this.#pushes = this.#pushes.filter((one) => one !== fault)
    switch (fault.kind) {
      case 'drop':
        return []
      case 'duplicate':
        return [text, text]
      case 'reorder':
        this.#heldBack.set(topic, text)
        return []
      case 'corrupt':
        return [corrupt(text)]
    }
  }

  readonly swallows = (topic: string): boolean => {
    const at = this.#swallowed.findIndex((one) => matchesTopic(topic, one))
    if (at < 0) return false
    this.#swallowed.splice(at, 1)
    return true
  }

  readonly lag = (channel: 'public' | 'private'): number => this.#lags.get(channel) ?? 0

  readonly isBanned = (): boolean => this.#isBanned

  readonly refuseLogin = (): string | null => this.#loginFaults.shift() ?? null

  async #take(path: string, phase: CallPhase): Promise<CallFault | null> {
    const pending = this.#calls.find((one) => one.phase === phase && matchesCall(path, one.call))
    if (pending === undefined) return null
    pending.left--
    if (pending.left <= 0) this.#calls = this.#calls.filter((one) => one !== pending)
    if (pending.fault.kind !== 'hold') return pending.fault
    await sleep(pending.fault.ms)
    return this.#take(path, phase)
  }
}

/** `order/create` names the call in both dialects; a whole path names one. `*` is every call. */
export function matchesCall(path: string, call: string): boolean {
  return call === '*' || path === call || path.endsWith(`/${call.replace(/^\//, '')}`)
}

/** A topic, or the beginning of topics with `*` at the end. */
export function matchesTopic(topic: string, pattern: string): boolean {
  return pattern.endsWith('*') ? topic.startsWith(pattern.slice(0, -1)) : topic === pattern
}

/** Changes what a checksum must notice: a quantity where there is one, else the checksum, else the JSON itself. */
export function corrupt(text: string): string {
  const level = /\["([\d.-]+)","([\d.]+)"\]/.exec(text)
  if (level !== null) {
    const [row, price, qty] = level
    return text.replace(row, `["${price}","${qty === '0' ? '1' : `${qty}1`}"]`)
  }
  const crc = /"crc":(\d+)/.exec(text)
  if (crc !== null) return text.replace(crc[0], `"crc":${(Number(crc[1]) + 1) % 2 ** 32}`)
  return text.slice(0, -2)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
