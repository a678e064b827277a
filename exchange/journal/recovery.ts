import type { VenueInput } from '../venue/venue-input'
import type { Venue, VenueEvent } from '../venue/venue-port'
import { LedgerCorrupt } from './errors'
import { parsePacked } from './json-pieces'
import { fillLine, parseLine, summaryOf, type FillEvent, type InputLine } from './ledger-line'
import type { Base64, LedgerReader } from './ledger-ports'
import type { SavedSnapshot, Snapshot } from './history-schema'

export type Genesis = Extract<VenueInput, { readonly type: 'genesis' }>
export type GenesisLine = InputLine & { readonly command: Genesis }

/** What recovery did, for the log line of a start. */
export interface RecoveryReport {
  readonly replayedInputs: number
  readonly mismatches: number
  /** Whether this start wrote the ledger's first line. */
  readonly isNew: boolean
  /** What the ledger began with; the caller's own genesis counts only for a new one. */
  readonly genesis: Genesis
}

export interface RecoveryOptions {
  readonly ledger: LedgerReader
  readonly base64: Base64
  /** Newest first. */
  readonly snapshots: Iterable<SavedSnapshot>
  /** @param genesis the ledger's first line; `null` where there is none yet */
  createVenue(genesis: GenesisLine | null): Venue
  restoreVenue(state: unknown): Venue
  /** Called before the replay with where it starts; `null` for the first line. */
  onStart(snapshot: SavedSnapshot | null): void
  /** Called with every replayed input, so that history and answers are rebuilt. @returns what the next input has to wait for */
  onReplayed(line: InputLine, events: readonly VenueEvent[]): Promise<void> | null
  /** Called with one sentence: what was found wrong and what was done about it. */
  warn(text: string): void
}

export interface Recovered {
  readonly venue: Venue
  /** The ledger's first line; `null` for an empty ledger. */
  readonly genesis: GenesisLine | null
  /** Of the last line. */
  readonly seq: number
  readonly timeMs: number
  readonly bytes: number
  readonly replayedInputs: number
  /** Inputs whose replay answered or filled otherwise than the ledger says. */
  readonly mismatches: number
  /** Fill lines of the last input that the crash cut off, to be appended before anything else. */
  readonly missingLines: string
  readonly missingCount: number
}

/**
 * Brings the venue to where the ledger ends: newest readable snapshot, then every line after it, applied at its
 * recorded time. The ledger decides; a replay that disagrees is reported and counted, never written over it.
 *
 * @throws LedgerCorrupt naming the byte, for anything but a torn last line
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { ledger, warn } = options
  const cut = ledger.cutTornTail()
  if (cut > 0) warn(`cut an unfinished last line of ${cut} bytes off the ledger: its input was never answered`)
  const bytes = ledger.size()
  const genesis = bytes === 0 ? null : readGenesis(ledger)
  const start = startingPoint(options, bytes, genesis)
  const replay = new Replay(start.venue, start.seq, start.timeMs, options)
  for (const { text, byte } of ledger.lines(start.byteOffset)) {
    const room = replay.take(text, byte)
    if (room !== null) await room
  }
  const missing = replay.finish()
  if (missing.length > 0) warn(`wrote ${missing.length} fill lines again that a crash had cut off the last input`)
  return {
    venue: start.venue,
    genesis,
    seq: replay.seq,
    timeMs: replay.timeMs,
    bytes,
    replayedInputs: replay.inputs,
    mismatches: replay.mismatches,
    missingLines: missing.map((fill, index) => `${fillLine(replay.seq + 1 + index, fill)}\n`).join(''),
    missingCount: missing.length,
  }
}

function readGenesis(ledger: LedgerReader): GenesisLine {
  const first = ledger.lines(0, 4096).next().value
  const line = first === undefined ? null : parseLine(first.text)
  if (line === null || !('command' in line) || line.command.type !== 'genesis')
    throw new LedgerCorrupt('the line at byte 0 of the ledger is not a genesis')
  return line as GenesisLine
}

type StartingPoint = Omit<Snapshot, 'state'> & { readonly venue: Venue }

function startingPoint(options: RecoveryOptions, bytes: number, genesis: GenesisLine | null): StartingPoint {
  for (const snapshot of options.snapshots) {
    const { seq, byteOffset, timeMs } = snapshot
    if (byteOffset > bytes)
      throw new LedgerCorrupt(
        `the ledger ends at byte ${bytes}, but a snapshot was taken at byte ${byteOffset}: lines are missing. ` +
          'Put the ledger back, or begin anew in an empty data folder',
      )
    if (!options.ledger.isLineStart(byteOffset))
      throw new LedgerCorrupt(`no line of the ledger begins at byte ${byteOffset}, where snapshot ${seq} was taken`)
    try {
      const venue = options.restoreVenue(parsePacked(snapshot.state, options.base64))
      options.onStart(snapshot)
      return { seq, byteOffset, timeMs, venue }
    } catch (error) {
      options.warn(`snapshot ${seq} cannot be restored (${String(error)}): going back to the one before it`)
    }
  }
  options.onStart(null)
  return { seq: 0, byteOffset: 0, timeMs: 0, venue: options.createVenue(genesis) }
}

class Replay {
  readonly #venue: Venue
  readonly #options: RecoveryOptions
  seq: number
  timeMs: number
  inputs = 0
  mismatches = 0
  /** Fills the replayed input made whose lines have not been met yet. */
  #expected: readonly FillEvent[] = []
  #met = 0
  #isMismatchCounted = false

  constructor(venue: Venue, seq: number, timeMs: number, options: RecoveryOptions) {
    this.#venue = venue
    this.#options = options
    this.seq = seq
    this.timeMs = timeMs
  }

  take(text: string, byte: number): Promise<void> | null {
    const line = parseLine(text)
    if (line === null) throw new LedgerCorrupt(`the line at byte ${byte} of the ledger cannot be read`)
    if (line.seq !== this.seq + 1)
      throw new LedgerCorrupt(`the line at byte ${byte} has sequence ${line.seq}, expected ${this.seq + 1}`)
    this.seq = line.seq
    if ('command' in line) return this.#applyInput(line, text)
    this.#meetFill(text)
    return null
  }

  /** @returns the fills of the last input that have no line yet */
  finish(): readonly FillEvent[] {
    return this.#expected.slice(this.#met)
  }

  #applyInput(line: InputLine, text: string): Promise<void> | null {
    if (this.#met < this.#expected.length) this.#mismatch(`has ${this.#met} fills, its replay ${this.#expected.length}`)
    this.#isMismatchCounted = false
    this.inputs += 1
    this.timeMs = line.timeE3
    const { result, events } = this.#venue.apply(line.command, line.timeE3, null)
    const replayed = JSON.stringify(summaryOf(result))
    // The result is a line's last field.
    if (!text.endsWith(`,"result":${replayed}}`))
      this.#mismatch(`was answered ${JSON.stringify(line.result)}, its replay ${replayed}`)
    this.#expected = events.filter((event) => event.type === 'fill')
    this.#met = 0
    return this.#options.onReplayed(line, events)
  }

  #meetFill(text: string): void {
    const fill = this.#expected[this.#met]
    this.#met += 1
    if (fill === undefined || fillLine(this.seq, fill) !== text) this.#mismatch(`filled as ${text}, its replay not`)
  }

  #mismatch(what: string): void {
    if (this.#isMismatchCounted) return
    this.#isMismatchCounted = true
    this.mismatches += 1
    if (this.mismatches <= 10) this.#options.warn(`REPLAY MISMATCH at sequence ${this.seq}: the input ${what}`)
  }
}
