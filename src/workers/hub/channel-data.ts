import type { ChannelStatus } from '../hub-events'
import type { ChannelPorts } from './channel-ports'

/** The data of a channel: how old it is, and its place in the stream. */
export class ChannelData {
  #atMs: number | null = null
  #localMs: number | null = null
  #seq = 0
  /** Local time of the newest word that came while the channel was live: whatever its owner knows was true then. */
  wholeAtMs: number | null = null

  constructor(private readonly ports: Pick<ChannelPorts, 'clock' | 'serverNow'>) {}

  status(): Pick<ChannelStatus, 'lastDataAtMs' | 'lastDataLocalMs' | 'seq'> {
    return { lastDataAtMs: this.#atMs, lastDataLocalMs: this.#localMs, seq: this.#seq }
  }

  /**
   * The owner took data.
   * @returns the exchange's time of it in the time of this computer; what comes out of the future is of now
   */
  note(timeMs: number, seq: number): number {
    const now = this.ports.clock.now()
    this.#atMs = timeMs
    this.#localMs = now
    this.#seq = seq
    return now - Math.max(0, this.ports.serverNow() - timeMs)
  }

  /** Values of an earlier hub are shown: until data comes, the oldest of them says how old the channel's are. */
  noteKept(localMs: number): void {
    if (this.#atMs === null) this.#localMs = Math.min(this.#localMs ?? localMs, localMs)
  }
}
