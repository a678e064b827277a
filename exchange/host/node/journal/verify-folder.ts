import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import type { Venue } from '../../../venue/venue-port'
import { base64 } from './base64'
import { intentHash, intentOf } from '../../../journal/answers'
import { HistoryCheck } from './history-check'
import { fillLine, parseLine, summaryOf, type FillEvent, type InputLine } from '../../../journal/ledger-line'
import { parsePacked } from '../../../journal/json-pieces'
import { ledgerSize, readLines } from './ledger-reader'
import { readStored, type Stored } from './read-stored'
import type { Genesis } from '../../../journal/recovery'

export interface VerifyOptions {
  readonly dataDir: string
  createVenue(genesis: Genesis, startMs: number): Venue
  /** What keeps a stored state from being one of this build's; `null` where it fits. Others are counted, not compared. */
  findMisfit(state: unknown): string | null
  /** Called every 10,000 inputs with how far the replay is. */
  progress?(inputs: number, timeMs: number): void
}

/** What agreed, in numbers. */
export interface Verified {
  readonly lines: number
  readonly inputs: number
  readonly fills: number
  readonly firstMs: number
  readonly lastMs: number
  /** Bytes of an unfinished last line: its input was never answered, the next start cuts it off. */
  readonly tornBytes: number
  /** Fills of the last input that a crash cut off; the next start appends them. */
  readonly missingFills: number
  /** Snapshots that are the replayed state, and those of another build's form. */
  readonly snapshots: number
  readonly foreignSnapshots: number
  readonly intents: number
  /** Rows of the history, by kind; and those that the next start will write. */
  readonly rows: Readonly<Record<string, number>>
  readonly rowsNotWritten: number
  readonly conservation: ReturnType<Venue['conservation']>
}

/** The first thing that does not agree. */
export interface Difference {
  /** Where: a line and its byte, a snapshot, a row. */
  readonly place: string
  readonly expected: string
  readonly found: string
}

export type Verdict =
  | { readonly ok: true; readonly verified: Verified }
  | { readonly ok: false; readonly difference: Difference }

class Differs extends Error {
  constructor(readonly difference: Difference) {
    super(difference.place)
  }
}

function differ(place: string, expected: string, found: string): never {
  throw new Differs({ place, expected, found })
}

/** Inputs between two looks at the sums of all money. */
const CONSERVATION_EVERY = 10_000
/** Half a minute of work on a small machine. */
const PROGRESS_EVERY = 10_000

/**
 * Replays the whole ledger into a new venue and compares: every answer and every fill with what is written, every
 * snapshot with the state that the lines before it make, the known intents with their lines, the history with the rows
 * that the replay makes, and the money of all accounts with what was ever credited. Reads only; nothing is mended.
 *
 * @returns what agreed, or the first difference
 */
export function verifyFolder(options: VerifyOptions): Verdict {
  const stored = readStored(options.dataDir)
  const history = new HistoryCheck()
  try {
    const replay = new CheckedReplay(options, stored, history)
    return { ok: true, verified: replay.run() }
  } catch (error) {
    if (error instanceof Differs) return { ok: false, difference: error.difference }
    throw error
  } finally {
    history.close()
    stored.close()
  }
}

class CheckedReplay {
  readonly #ledgerPath: string
  readonly #snapshots: Stored['snapshots'][number][]
  /** Intents that are stored, by the line they name. */
  readonly #intents: Map<number, number>
  #venue: Venue | null = null
  #seq = 0
  #timeMs = 0
  #firstMs = 0
  #inputs = 0
  #fills = 0
  #byte = 0
  #snapshotsEqual = 0
  #foreignSnapshots = 0
  #intentsEqual = 0
  /** Fills of the last input, and how many of them have been met. */
  #expected: readonly FillEvent[] = []
  #met = 0

  constructor(
    private readonly options: VerifyOptions,
    private readonly stored: Stored,
    private readonly history: HistoryCheck,
  ) {
    this.#ledgerPath = join(options.dataDir, 'ledger.jsonl')
    this.#snapshots = stored.snapshots.toSorted((a, b) => a.seq - b.seq)
    this.#intents = new Map(stored.intents.map(([hash, seq]) => [seq, hash]))
  }

  run(): Verified {
    const size = ledgerSize(this.#ledgerPath)
    if (size === 0) differ('the ledger', 'a genesis', 'nothing')
    for (const { text, byte } of readLines(this.#ledgerPath, 0)) {
      this.#take(text, byte)
      this.#byte = byte + Buffer.byteLength(text) + 1
    }
    this.#compareSnapshots(true)
    this.#conserve()
    const [lost] = this.#intents
    if (lost !== undefined) differ(`the stored intent ${lost[1]}`, `a line with sequence ${lost[0]}`, 'none')
    const rows = this.history.compare(this.stored.historyPath, (kind, expected, found) =>
      differ(`a row of the history (${kind})`, expected, found),
    )
    return {
      lines: this.#seq,
      inputs: this.#inputs,
      fills: this.#fills,
      firstMs: this.#firstMs,
      lastMs: this.#timeMs,
      tornBytes: size - this.#byte,
      missingFills: this.#expected.length - this.#met,
      snapshots: this.#snapshotsEqual,
      foreignSnapshots: this.#foreignSnapshots,
      intents: this.#intentsEqual,
      rows: rows.counts,
      rowsNotWritten: rows.notWritten,
      conservation: this.#venue!.conservation(),
    }
  }

  #take(text: string, byte: number): void {
    const place = `the line at byte ${byte}`
    const line = parseLine(text)
    if (line === null) differ(place, 'a line of the ledger', text.slice(0, 200))
    if (line.seq !== this.#seq + 1) differ(place, `sequence ${this.#seq + 1}`, String(line.seq))
    if (line.timeE3 < this.#timeMs) differ(place, `a time from ${this.#timeMs} on`, String(line.timeE3))
    if (!('command' in line)) {
      this.#seq = line.seq
      this.#meetFill(text, `${place} (sequence ${line.seq})`)
      return
    }
    this.#allFillsMet(place)
    this.#compareSnapshots(false)
    this.#seq = line.seq
    this.#apply(line, text, `${place} (sequence ${line.seq}, ${line.command.type})`)
    if (this.#inputs % CONSERVATION_EVERY === 0) this.#conserve()
    if (this.#inputs % PROGRESS_EVERY === 0) this.options.progress?.(this.#inputs, this.#timeMs)
  }

  #apply(line: InputLine, text: string, place: string): void {
    const { command, timeE3 } = line
    if (this.#venue === null) {
      if (command.type !== 'genesis') differ(place, 'a genesis', command.type)
      this.#venue = this.options.createVenue(command, timeE3)
      this.#firstMs = timeE3
    }
    this.#inputs++
    this.#timeMs = timeE3
    const { result, events } = this.#venue.apply(command, timeE3, null)
    const replayed = JSON.stringify(summaryOf(result))
    // The result is a line's last field.
    if (!text.endsWith(`,"result":${replayed}}`))
      differ(`the answer in ${place}`, replayed, JSON.stringify(line.result))
    this.#expected = events.filter((event) => event.type === 'fill')
    this.#met = 0
    this.history.add(events)
    this.#meetIntent(line, place)
  }

  #meetFill(text: string, place: string): void {
    const fill = this.#expected[this.#met]
    if (fill === undefined) differ(place, 'no fill: its input made none', text)
    const expected = fillLine(this.#seq, fill)
    if (expected !== text) differ(place, expected, text)
    this.#met++
    this.#fills++
  }

  #allFillsMet(place: string): void {
    const missing = this.#expected[this.#met]
    if (missing !== undefined) differ(place, fillLine(this.#seq + 1, missing), 'the next input')
  }

  #meetIntent({ seq, command, clientTag }: InputLine, place: string): void {
    const known = this.#intents.get(seq)
    if (known === undefined) return
    const intent = intentOf(command, clientTag)
    const hash = intent === null ? null : intentHash(intent)
    if (hash !== known) differ(`the intent stored for ${place}`, String(hash ?? 'none'), String(known))
    this.#intents.delete(seq)
    this.#intentsEqual++
  }

  /** Those that were taken where the replay is now. A snapshot holds its input's fills too. */
  #compareSnapshots(isEnd: boolean): void {
    for (let next = this.#snapshots[0]; next !== undefined; next = this.#snapshots[0]) {
      if (next.seq > this.#seq && !isEnd) return
      this.#snapshots.shift()
      const place = `snapshot ${next.seq}`
      if (next.seq !== this.#seq)
        differ(place, 'a line of the ledger that it was taken after', `none; the ledger ends at ${this.#seq}`)
      if (next.byteOffset !== this.#byte) differ(place, `taken at byte ${this.#byte}`, `at byte ${next.byteOffset}`)
      this.history.mark()
      const state = asPlainJson(parsePacked(this.stored.stateOf(next.seq), base64))
      if (this.options.findMisfit(state) !== null) {
        this.#foreignSnapshots++
        continue
      }
      const replayed = asPlainJson(this.#venue!.snapshot())
      const path = firstDifference(replayed, state, '')
      if (path !== null) differ(`${place}, ${path.at}`, path.expected, path.found)
      this.#snapshotsEqual++
    }
  }

  #conserve(): void {
    for (const { coin, sumE8, creditedE8 } of this.#venue!.conservation()) {
      if (sumE8 !== creditedE8)
        differ(`the sum of all ${coin} after sequence ${this.#seq}`, `${creditedE8} credited (1e-8)`, String(sumE8))
    }
  }
}

/** What a state is once it was written and read: its columns are lists then. */
function asPlainJson(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state))
}

/** @returns where two values of JSON differ first, `null` where they do not */
function firstDifference(
  expected: unknown,
  found: unknown,
  at: string,
): { readonly at: string; readonly expected: string; readonly found: string } | null {
  if (isDeepStrictEqual(expected, found)) return null
  if (typeof expected !== 'object' || typeof found !== 'object' || expected === null || found === null)
    return { at, expected: JSON.stringify(expected) ?? 'nothing', found: JSON.stringify(found) ?? 'nothing' }
  const [left, right] = [expected as Record<string, unknown>, found as Record<string, unknown>]
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inside = firstDifference(left[key], right[key], at === '' ? key : `${at}.${key}`)
    if (inside !== null) return inside
  }
  return { at, expected: 'another order of fields', found: 'this one' }
}
