import { err, ok, type Result } from '../base/result'
import { asArray, asObject, readInteger, readText, WireError, type JsonObject } from '../wire/json'
import { PROTOCOL_VERSION } from '../base/protocol-version'
import type { ConnectionEvent } from './venue/connection-events'
import type { InstrumentSymbol } from '../domain/order/order'
import type { HubEvent } from './hub-events'

/** Rises when an older reader could not play a newer file. */
export const RECORDING_VERSION = 2
const FORMAT = 'halyard-recording'
/** Largest file that is opened, bytes: some times what a hub ever saves. */
export const RECORDING_BYTES_MAX = 64 << 20

/** One frame of a socket, as it was on the wire; log-ins are left out. */
export interface RecordedFrame {
  readonly atMs: number
  readonly channel: 'public' | 'private'
  readonly way: 'in' | 'out'
  readonly text: string
}

/** `key`: a tab's whole state. `batch`: what it was told next. `command`: what it asked, when that ended, and how. */
export type RecordedEntry = { readonly atMs: number; readonly tabId: string } & (
  | { readonly kind: 'key' | 'batch'; readonly events: readonly HubEvent[] }
  | { readonly kind: 'command'; readonly name: string; readonly args: readonly unknown[]; readonly outcome: unknown }
)

const READ_NAMES = ['candles', 'orderHistory', 'executionHistory', 'strategyOrders'] as const

/** Whether the answers to this are kept. */
export function isReadName(name: string): name is RecordedRead['name'] {
  return (READ_NAMES as readonly string[]).includes(name)
}

/** The newest answer to a question that is no stream. */
export interface RecordedRead {
  readonly name: (typeof READ_NAMES)[number]
  readonly query: unknown
  readonly answer: unknown
}

/** What one tab saw in the last minutes, and the frames that its hub heard. Local times, milliseconds. */
export interface Recording {
  readonly format: 'halyard-recording'
  readonly version: number
  readonly protocol: number
  readonly build: string
  readonly epoch: string
  readonly savedAtMs: number
  /** Rising in time; the first is a `key` wherever one is known. */
  readonly entries: readonly RecordedEntry[]
  readonly reads: readonly RecordedRead[]
  readonly frames: readonly RecordedFrame[]
  /** What became of the connections, newest last; missing in files of older builds. */
  readonly connections?: readonly ConnectionEvent[]
}

export function writeRecording(recording: Recording): string {
  return JSON.stringify(recording, (_, value: unknown) => (value instanceof Float64Array ? [...value] : value))
}

/** Why a file cannot be played. */
export type RecordingProblem =
  | { readonly kind: 'notRecording' | 'tooNew' | 'tooOld' | 'noMarket' }
  /** `field`: where what was expected is not. */
  | { readonly kind: 'damaged'; readonly field: string }

/** The contract that a recording shows first; `null` where its tab showed none. */
export function firstSymbol({ entries }: Pick<Recording, 'entries'>): InstrumentSymbol | null {
  for (const entry of entries) {
    const book = entry.kind === 'command' ? undefined : entry.events.find((event) => event.type === 'book')
    if (book !== undefined) return book.book.symbol
  }
  return null
}

/** Reads a file that somebody chose, or says in which way it is none that can be played. */
export function openRecording(text: string): Result<Recording, RecordingProblem> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return err(text.includes(`"format":"${FORMAT}"`) ? { kind: 'damaged', field: 'JSON' } : { kind: 'notRecording' })
  }
  if (typeof json !== 'object' || json === null || !('format' in json) || json.format !== FORMAT)
    return err({ kind: 'notRecording' })
  try {
    const about = asObject(json, 'recording')
    const version = readInteger(about, 'version')
    if (version > RECORDING_VERSION || readInteger(about, 'protocol') > PROTOCOL_VERSION) return err({ kind: 'tooNew' })
    if (version < RECORDING_VERSION) return err({ kind: 'tooOld' })
    const recording = readRecording(about)
    return firstSymbol(recording) === null ? err({ kind: 'noMarket' }) : ok(recording)
  } catch (error) {
    if (error instanceof WireError) return err({ kind: 'damaged', field: error.field })
    throw error
  }
}

/** @throws WireError naming the field when the text is no recording, or one of another protocol or version */
export function parseRecording(text: string): Recording {
  let json: JsonObject
  try {
    json = asObject(JSON.parse(text), 'recording')
  } catch (error) {
    if (error instanceof SyntaxError) throw new WireError('recording', text.slice(0, 40))
    throw error
  }
  return readRecording(json)
}

function readRecording(json: JsonObject): Recording {
  if (json['format'] !== FORMAT) throw new WireError('format', json['format'])
  const version = readInteger(json, 'version')
  if (version !== RECORDING_VERSION) throw new WireError('version', version)
  const entries = asArray(json['entries'], 'entries').map((entry) => parseEntry(asObject(entry, 'entries')))
  if (entries.length === 0) throw new WireError('entries', [])
  return {
    format: FORMAT,
    version,
    protocol: readInteger(json, 'protocol'),
    build: readText(json, 'build'),
    epoch: readText(json, 'epoch'),
    savedAtMs: readInteger(json, 'savedAtMs'),
    entries,
    reads: asArray(json['reads'], 'reads').map((read) => parseRead(asObject(read, 'reads'))),
    // Frames are for readers of the file; a replay shows what the tab was told.
    frames: [],
  }
}

function parseEntry(json: JsonObject): RecordedEntry {
  const at = { atMs: readInteger(json, 'atMs'), tabId: readText(json, 'tabId') }
  const kind = readText(json, 'kind')
  if (kind === 'command')
    return {
      ...at,
      kind,
      name: readText(json, 'name'),
      args: asArray(json['args'], 'args'),
      outcome: json['outcome'] ?? null,
    }
  if (kind !== 'key' && kind !== 'batch') throw new WireError('kind', kind)
  return {
    ...at,
    kind,
    events: asArray(json['events'], 'events').map((event) => parseEvent(asObject(event, 'events'))),
  }
}

/** What each event has to hold to be applied at all: the player looks for damage, and not for wrong figures. */
const EVENT_FIELDS: Readonly<Record<HubEvent['type'], Readonly<Record<string, 'rows' | 'row' | 'maybeRow' | 'text'>>>> =
  {
    status: { status: 'row' },
    session: { session: 'maybeRow' },
    ticker: { ticker: 'row' },
    book: { book: 'row' },
    trades: { symbol: 'text', trades: 'rows' },
    candles: { symbol: 'text', interval: 'text', source: 'text', candles: 'rows' },
    candleReset: { symbol: 'text', interval: 'text', source: 'text' },
    orders: { orders: 'rows' },
    positions: { positions: 'rows' },
    wallet: { wallet: 'maybeRow' },
    executions: { executions: 'rows' },
    strategies: { strategies: 'rows' },
    alerts: { alerts: 'rows' },
    preferences: { preferences: 'row' },
    intents: { intents: 'rows', changes: 'rows', reverses: 'rows' },
    notice: { notice: 'row' },
    announcements: {},
    instruments: { instruments: 'rows' },
    spotPairs: { pairs: 'rows' },
    singles: { markets: 'rows' },
  }

function parseEvent(json: JsonObject): HubEvent {
  const type = readText(json, 'type')
  const fields = Object.entries(EVENT_FIELDS).find(([name]) => name === type)?.[1]
  if (fields === undefined) throw new WireError('type', type)
  for (const [field, kind] of Object.entries(fields)) {
    if (kind === 'text') readText(json, field)
    else if (kind === 'rows') for (const row of asArray(json[field], field)) asObject(row, field)
    else if (kind === 'row' || json[field] !== null) asObject(json[field], field)
  }
  if (type !== 'book') return made(json)
  const book = asObject(json['book'], 'book')
  readText(book, 'symbol')
  return made({ ...json, book: { ...book, bids: numbers(book, 'bids'), asks: numbers(book, 'asks') } })
}

/** The hub of this version wrote it: beyond its kind an event is taken as it is, and only ever shown. */
function made(json: object): HubEvent {
  return json as HubEvent
}

function numbers(json: JsonObject, field: string): Float64Array {
  return Float64Array.from(asArray(json[field], field), (value) => {
    if (typeof value !== 'number') throw new WireError(field, value)
    return value
  })
}

function parseRead(json: JsonObject): RecordedRead {
  const name = READ_NAMES.find((one) => one === json['name'])
  if (name === undefined) throw new WireError('name', json['name'])
  return { name, query: json['query'], answer: json['answer'] }
}
