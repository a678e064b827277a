import { asArray, asObject, readInteger, readText, WireError, type JsonObject } from '../wire/json'
import type { HubEvent } from './hub-events'

/** Rises when an older reader could not play a newer file. */
export const RECORDING_VERSION = 2
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
}

export function writeRecording(recording: Recording): string {
  return JSON.stringify(recording, (_, value: unknown) => (value instanceof Float64Array ? [...value] : value))
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
  if (json['format'] !== 'halyard-recording') throw new WireError('format', json['format'])
  const version = readInteger(json, 'version')
  if (version !== RECORDING_VERSION) throw new WireError('version', version)
  const entries = asArray(json['entries'], 'entries').map((entry) => parseEntry(asObject(entry, 'entries')))
  if (entries.length === 0) throw new WireError('entries', [])
  return {
    format: 'halyard-recording',
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

const EVENT_TYPES: ReadonlySet<string> = new Set<HubEvent['type']>([
  'status',
  'session',
  'ticker',
  'book',
  'trades',
  'candles',
  'candleReset',
  'orders',
  'positions',
  'wallet',
  'executions',
  'strategies',
  'preferences',
  'intents',
  'notice',
  'instruments',
])

function parseEvent(json: JsonObject): HubEvent {
  const type = readText(json, 'type')
  if (!EVENT_TYPES.has(type)) throw new WireError('type', type)
  if (type !== 'book') return made(json)
  const book = asObject(json['book'], 'book')
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
