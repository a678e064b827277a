import { deflateRawSync } from 'node:zlib'
import { frame, OPCODE } from './raw-socket'

/**
 * What has to come of a case. `lives`: the connection goes on and the next ping is answered. A number: the server
 * closes with this code (RFC 6455, 7.4.1: 1002 protocol, 1003 kind of data, 1007 not UTF-8, 1008 policy, 1009 too
 * large). `answered`: as `lives`, and what was said got an answer that is a refusal. `cut`: ended without a word.
 */
export type Outcome = 'lives' | 'answered' | 'cut' | number

export interface FrameCase {
  readonly name: string
  /** Each is written by itself. */
  readonly writes: readonly Buffer[]
  readonly outcome: Outcome
}

const { continuation, text, binary, close, ping, pong } = OPCODE
const NOTHING = '{"op":"nothing"}'
/** Inbound payloads and fragments end here (reliability.md §6.1, 27). */
const PAYLOAD_MAX = 65_536
const FRAGMENTS_MAX = 8

const of = (name: string, outcome: Outcome, ...writes: Buffer[]): FrameCase => ({ name, writes, outcome })
const say = (payload: Buffer | string): Buffer => frame({ opcode: text, payload })
const chopped = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
/** A request nobody knows, with so many bytes of blanks behind it. */
const padded = (bytes: number): string => NOTHING.padEnd(bytes, ' ')

function* payloads(): Generator<FrameCase> {
  for (const size of [16, 125, 126, 127, 128, 1000, 65_534, 65_535, PAYLOAD_MAX])
    yield of(`a text of ${size} bytes`, 'answered', say(padded(size)))
  for (const size of [0, 1, 2]) yield of(`a text of ${size} bytes`, 'answered', say(' '.repeat(size)))
  for (const size of [PAYLOAD_MAX + 1, 70_000, 100_000, 1 << 20])
    yield of(`a text of ${size} bytes`, 1009, say(padded(size)))
  for (const size of [0, 1, 125, 126, 65_535]) {
    yield of(`binary data of ${size} bytes`, 1003, frame({ opcode: binary, payload: Buffer.alloc(size, 0xfe) }))
  }
  for (const size of [1, 2, 3, 5, 7, 64, 500])
    yield of(`a text in pieces of ${size} bytes`, 'answered', ...chopped(say(padded(300)), size))
  // Only the header arrives: nobody waits for 100 MB, or for 2^63 bytes.
  for (const declared of [PAYLOAD_MAX + 1, 1 << 20, 104_857_600, 2 ** 31, 2 ** 32, 2 ** 40, 2 ** 53 - 1])
    for (const opcode of [text, binary])
      yield of(
        `opcode ${opcode} that announces ${declared} bytes`,
        1009,
        frame({ opcode, declared: BigInt(declared), lengthBytes: 8 }),
      )
  for (const declared of [2n ** 53n, 2n ** 62n, 2n ** 63n, 2n ** 64n - 1n])
    for (const opcode of [text, binary])
      yield of(`opcode ${opcode} that announces ${declared} bytes`, 1009, frame({ opcode, declared, lengthBytes: 8 }))
  // Longer length fields than are needed: read, and bounded all the same.
  for (const lengthBytes of [2, 8] as const)
    yield of(
      `a short text with a length of ${lengthBytes} bytes`,
      'answered',
      frame({ opcode: text, payload: NOTHING, lengthBytes }),
    )
  yield of('200 empty texts at once', 'answered', Buffer.concat(Array.from({ length: 200 }, () => say(''))))
  for (const mask of [
    [0, 0, 0, 0],
    [255, 255, 255, 255],
    [0, 255, 0, 255],
    [1, 2, 3, 4],
  ] as const)
    yield of(`a mask of ${mask.join(' ')}`, 'answered', frame({ opcode: text, payload: NOTHING, mask }))
}

function* controls(): Generator<FrameCase> {
  for (const size of [0, 1, 2, 124, 125]) {
    yield of(`a ping of ${size} bytes`, 'lives', frame({ opcode: ping, payload: Buffer.alloc(size, 0xff) }))
    yield of(
      `a pong of ${size} bytes that nobody asked for`,
      'lives',
      frame({ opcode: pong, payload: 'x'.repeat(size) }),
    )
  }
  for (const opcode of [ping, pong, close]) {
    for (const size of [126, 127, 1000, 65_535, 65_536])
      yield of(`opcode ${opcode} of ${size} bytes`, 1002, frame({ opcode, payload: Buffer.alloc(size, 3) }))
    yield of(`opcode ${opcode} in fragments`, 1002, frame({ opcode, fin: false, payload: '' }))
    yield of(
      `opcode ${opcode} that announces 2^63 bytes`,
      1002,
      frame({ opcode, declared: 2n ** 63n, lengthBytes: 8, payload: '' }),
    )
  }
  for (const count of [10, 50])
    yield of(
      `${count} pings at once`,
      'lives',
      Buffer.concat(Array.from({ length: count }, () => frame({ opcode: ping }))),
    )
  // Each is answered in a turn of its own.
  yield of('1,000 pings at once', 'lives', Buffer.concat(Array.from({ length: 1000 }, () => frame({ opcode: ping }))))
  for (const size of [1, 2, 3, 5])
    yield of(`a ping in pieces of ${size} bytes`, 'lives', ...chopped(frame({ opcode: ping, payload: 'abcdef' }), size))
}

function* reserved(): Generator<FrameCase> {
  for (let rsv = 1; rsv <= 7; rsv++)
    for (const opcode of [text, binary, ping, pong, close, continuation])
      yield of(`reserved bits ${rsv} on opcode ${opcode}`, 1002, frame({ opcode, rsv, payload: '' }))
  for (const opcode of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
    for (const payload of ['', 'x', padded(200)]) {
      yield of(`opcode ${opcode} with ${payload.length} bytes`, 1002, frame({ opcode, payload }))
      yield of(
        `opcode ${opcode} with ${payload.length} bytes inside a message`,
        1002,
        frame({ opcode: text, fin: false, payload: '{' }),
        frame({ opcode, payload }),
      )
    }
  for (const opcode of [text, binary, ping, pong, close, continuation])
    yield of(`opcode ${opcode} without a mask`, 1002, frame({ opcode, masked: false, payload: '' }))
}

function* fragments(): Generator<FrameCase> {
  const inPieces = (count: number, payload: string): Buffer[] =>
    Array.from({ length: count }, (_, i) => {
      const size = Math.ceil(payload.length / count)
      return frame({
        opcode: i === 0 ? text : continuation,
        fin: i === count - 1,
        payload: payload.slice(i * size, (i + 1) * size),
      })
    })
  for (let count = 2; count <= FRAGMENTS_MAX; count++)
    yield of(`a text of ${count} fragments`, 'answered', ...inPieces(count, NOTHING))
  for (const count of [9, 10, 16, 17, 100, 1000])
    yield of(`a text of ${count} fragments`, 1008, Buffer.concat(inPieces(count, padded(count))))
  // 1-byte fragments without an end: the message is given up long before it is 64 KiB (CVE-2026-48779).
  yield of(
    '65,536 fragments of a byte',
    1008,
    Buffer.concat([
      frame({ opcode: text, fin: false, payload: '{' }),
      ...Array.from({ length: 65_535 }, () => frame({ opcode: continuation, fin: false, payload: ' ' })),
    ]),
  )
  yield of(
    '10,000 empty fragments',
    1008,
    Buffer.concat([
      frame({ opcode: text, fin: false }),
      ...Array.from({ length: 10_000 }, () => frame({ opcode: continuation, fin: false })),
    ]),
  )
  for (const empty of [1, 3, 6])
    yield of(
      `a text with ${empty} empty fragments in it`,
      'answered',
      frame({ opcode: text, fin: false, payload: NOTHING }),
      ...Array.from({ length: empty }, () => frame({ opcode: continuation, fin: false })),
      frame({ opcode: continuation, payload: ' ' }),
    )
  for (const share of [2, 4, 8])
    yield of(
      `${share} fragments that are too large together`,
      1009,
      ...Array.from({ length: share }, (_, i) =>
        frame({ opcode: i === 0 ? text : continuation, fin: i === share - 1, payload: ' '.repeat(70_000 / share) }),
      ),
    )
  for (const opcode of [text, binary])
    yield of(
      `a new message, opcode ${opcode}, inside another`,
      1002,
      frame({ opcode: text, fin: false, payload: NOTHING }),
      frame({ opcode, payload: NOTHING }),
    )
  for (const fin of [true, false])
    for (const payload of ['', NOTHING])
      yield of(
        `a continuation of nothing (${fin ? 'last' : 'not last'}, ${payload.length} bytes)`,
        1002,
        frame({ opcode: continuation, fin, payload }),
      )
  yield of('a continuation after a whole message', 1002, say(NOTHING), frame({ opcode: continuation, payload: 'x' }))
  for (const opcode of [ping, pong])
    for (const times of [1, 5])
      yield of(
        `${times} of opcode ${opcode} between two fragments`,
        'answered',
        frame({ opcode: text, fin: false, payload: NOTHING }),
        ...Array.from({ length: times }, () => frame({ opcode, payload: 'between' })),
        frame({ opcode: continuation, payload: ' ' }),
      )
  yield of(
    'binary fragments',
    1003,
    frame({ opcode: binary, fin: false, payload: 'a' }),
    frame({ opcode: continuation, payload: 'b' }),
  )
}

/** Bytes that are no UTF-8 (Unicode 15, table 3-7), each with what is wrong about it. */
const NOT_UTF8: readonly (readonly [what: string, hex: string])[] = [
  ...[0x80, 0x90, 0xa0, 0xbf].map((byte) => [`a continuation byte ${byte}`, byte.toString(16)] as const),
  ...[0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xfb, 0xfc, 0xfd, 0xfe, 0xff].map(
    (byte) => [`the byte ${byte}`, byte.toString(16)] as const,
  ),
  ...['c3', 'df', 'e0a0', 'e282', 'ef', 'efbf', 'f0', 'f09f', 'f09f98', 'f4', 'f48f', 'f48fbf'].map(
    (hex) => [`a character cut short (${hex})`, hex] as const,
  ),
  ...['c328', 'e228a1', 'e28228', 'f0288cbc', 'f09028bc', 'f0908c28'].map(
    (hex) => [`a wrong byte within a character (${hex})`, hex] as const,
  ),
  ...['c080', 'c0af', 'c1bf', 'e08080', 'e080af', 'e09fbf', 'f0808080', 'f08080af', 'f08fbfbf'].map(
    (hex) => [`a longer spelling (${hex})`, hex] as const,
  ),
  ...['f888808080', 'f8808080af', 'fc8480808080', 'fc80808080af'].map(
    (hex) => [`five and six bytes (${hex})`, hex] as const,
  ),
  ...['eda080', 'edadbf', 'edae80', 'edafbf', 'edb080', 'edbfbf', 'eda080edb080', 'edafbfedbfbf'].map(
    (hex) => [`a surrogate (${hex})`, hex] as const,
  ),
  ...['f4908080', 'f7bfbfbf', 'f5808080'].map((hex) => [`beyond U+10FFFF (${hex})`, hex] as const),
  ...['fffe', 'feff', 'fefeffff'].map((hex) => [`a mark of UTF-16 (${hex})`, hex] as const),
]

const UTF8 = ['', 'κόσμε', '\u0000', '\u007f', '\u0080', '߿', 'ࠀ', '퟿', '', '�', '￾', '￿', '𐀀', '􏿿', '😀']

function* encodings(): Generator<FrameCase> {
  for (const [what, hex] of NOT_UTF8) {
    const wrong = Buffer.from(hex, 'hex')
    const around = Buffer.concat([Buffer.from('{"op":"'), wrong, Buffer.from('"}')])
    yield of(`${what}, alone`, 1007, say(wrong))
    yield of(`${what}, in a request`, 1007, say(around))
    yield of(
      `${what}, in two fragments`,
      1007,
      frame({ opcode: text, fin: false, payload: around.subarray(0, 8) }),
      frame({ opcode: continuation, payload: around.subarray(8) }),
    )
    yield of(
      `${what}, as the reason of a close`,
      1007,
      frame({ opcode: close, payload: Buffer.concat([Buffer.from([3, 232]), wrong]) }),
    )
  }
  for (const [i, word] of UTF8.entries()) {
    yield of(`good UTF-8 ${i}`, 'answered', say(JSON.stringify({ op: word })))
    const bytes = Buffer.from(JSON.stringify({ op: word }))
    yield of(
      `good UTF-8 ${i}, cut within a character`,
      'answered',
      frame({ opcode: text, fin: false, payload: bytes.subarray(0, 8) }),
      frame({ opcode: continuation, payload: bytes.subarray(8) }),
    )
  }
}

function* closings(): Generator<FrameCase> {
  const closing = (code: number, reason = ''): Buffer => {
    const payload = Buffer.concat([Buffer.alloc(2), Buffer.from(reason)])
    payload.writeUInt16BE(code, 0)
    return frame({ opcode: close, payload })
  }
  yield of('a close without a code', 1005, frame({ opcode: close }))
  for (const code of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999])
    yield of(`a close with ${code}`, code, closing(code))
  for (const code of [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
    yield of(`a close with ${code}, which nobody may send`, 1002, closing(code))
  yield of('a close with half a code', 1002, frame({ opcode: close, payload: 'x' }))
  yield of('a close with the longest reason', 1000, closing(1000, 'r'.repeat(123)))
  yield of('a close with a reason too long', 1002, closing(1000, 'r'.repeat(124)))
  yield of('a request after the close', 1000, Buffer.concat([closing(1000), say(NOTHING)]))
  yield of('a ping after the close', 1000, Buffer.concat([closing(1000), frame({ opcode: ping })]))
  yield of('a broken frame after the close', 1000, Buffer.concat([closing(1000), frame({ opcode: 15, rsv: 7 })]))
  yield of('two closes', 1000, Buffer.concat([closing(1000), closing(1001)]))
  yield of(
    'a close inside a message',
    1000,
    frame({ opcode: text, fin: false, payload: NOTHING }),
    closing(1000),
    frame({ opcode: continuation, payload: ' ' }),
  )
}

/** Compression was never agreed on, so a compressed frame is a broken one: no bomb is ever opened. */
function* compressed(): Generator<FrameCase> {
  const contents: readonly (readonly [string, Buffer])[] = [
    ['a request', Buffer.from(NOTHING)],
    ['nothing', Buffer.alloc(0)],
    ['64 KiB of blanks', Buffer.alloc(PAYLOAD_MAX, ' ')],
    ['8 MiB of blanks', Buffer.alloc(8 << 20, ' ')],
    ['60 MiB of zeros', Buffer.alloc(60 << 20)],
  ]
  for (const [what, bytes] of contents) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const some = packed.subarray(0, PAYLOAD_MAX)
    for (const opcode of [text, binary])
      yield of(`${what}, compressed, opcode ${opcode}`, 1002, frame({ opcode, rsv: 4, payload: some }))
    yield of(
      `${what}, compressed, in two fragments`,
      1002,
      frame({ opcode: text, rsv: 4, fin: false, payload: some.subarray(0, 4) }),
      frame({ opcode: continuation, payload: some.subarray(4) }),
    )
    // Without the bit the bytes are taken as what they are: no text.
    if (packed.length > 8 && packed.length <= PAYLOAD_MAX && !isUtf8(packed))
      yield of(`${what}, compressed, without the bit`, 1007, frame({ opcode: text, payload: packed }))
  }
  yield of('a broken deflate stream', 1002, frame({ opcode: text, rsv: 4, payload: Buffer.from('ffffffff', 'hex') }))
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes)
}

/** Texts that are frames in order and no requests. */
function* contents(): Generator<FrameCase> {
  const texts: readonly (readonly [string, string])[] = [
    ...[33, 100, 1000, 30_000].map((depth) => [`${depth} lists deep`, '['.repeat(depth) + ']'.repeat(depth)] as const),
    ...[33, 1000, 10_000].map(
      (depth) => [`${depth} objects deep`, '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)] as const,
    ),
    ['65,536 brackets without an end', '['.repeat(PAYLOAD_MAX)],
    ['65,536 closing brackets', ']'.repeat(PAYLOAD_MAX)],
    ['a string without an end', `"${'a'.repeat(60_000)}`],
    // Each escaped quote might begin a string: a reader that tries them all needs seconds for this.
    ['escaped quotes without an end', `"${'\\"'.repeat(32_000)}`],
    ['backslashes without an end', `"${'\\'.repeat(60_001)}`],
    ['an equal key', '{"op":"ping","op":"subscribe"}'],
    ['an equal key, spelled otherwise', '{"op":"ping","\\u006fp":"subscribe"}'],
    ['a key that reaches a prototype', '{"__proto__":{"op":"ping"}}'],
    ['10,000 keys', `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['an operation that every object has', '{"op":"constructor"}'],
    ['another one', '{"op":"__proto__"}'],
    ['another one yet', '{"op":"toString","args":["hasOwnProperty"]}'],
    ['an operation that is a number', '{"op":1}'],
    ['an operation that is a list', '{"op":["subscribe"]}'],
    ['an operation that is nothing', '{"op":null}'],
    ['an operation of 60,000 letters', JSON.stringify({ op: 'x'.repeat(60_000) })],
    ['arguments that are none', '{"op":"subscribe","args":{"length":1e9}}'],
    ['arguments that are numbers', '{"op":"subscribe","args":[1,2,3]}'],
    ['arguments that are lists', '{"op":"subscribe","args":[["orderBook_50.H.BTCUSDT"]]}'],
    ['an argument of 60,000 letters', JSON.stringify({ op: 'subscribe', args: ['x'.repeat(60_000)] })],
    ['10,000 arguments', JSON.stringify({ op: 'subscribe', args: Array.from({ length: 10_000 }, () => 'x') })],
    [
      '2,400 topics that are none',
      JSON.stringify({ op: 'subscribe', args: Array.from({ length: 2_400 }, (_, i) => `t${i}`) }),
    ],
    ['topics out of the object prototype', '{"op":"subscribe","args":["__proto__","constructor","toString"]}'],
    ['a topic of a symbol that is none', '{"op":"subscribe","args":["orderBook_50.H.__proto__"]}'],
    ['a path as a topic', '{"op":"subscribe","args":["../../etc/passwd"]}'],
    ['markup as a topic', '{"op":"subscribe","args":["<img src=x onerror=alert(1)>"]}'],
    ['a request id that is an object', '{"op":"nothing","req_id":{"a":1}}'],
    ['a request id of 60,000 letters', JSON.stringify({ op: 'nothing', req_id: 'x'.repeat(60_000) })],
    ['sequences that are none', '{"op":"subscribe","args":["user.order"],"from":{"user.order":1e999}}'],
    ['a login with nothing', '{"op":"login","args":[]}'],
    ['a login with a long token', JSON.stringify({ op: 'login', args: ['x'.repeat(60_000)] })],
    ['an auth with nothing', '{"op":"auth","args":[]}'],
    ['an auth with the wrong kinds', '{"op":"auth","args":[{},[],null]}'],
    ['an order without a key', '{"op":"order.create","args":[{"symbol":"BTCUSDT"}]}'],
    ['a number beyond all', '{"op":1e999999}'],
    ['a number of 60,000 digits', `{"op":${'9'.repeat(60_000)}}`],
    ...[
      '',
      'null',
      'true',
      '0',
      '-0',
      '"ping"',
      '[]',
      '{}',
      '[{"op":"nothing"}]',
      'NaN',
      'undefined',
      '\u0000',
      '\ufeff{"op":"nothing"}',
      "{'op':'nothing'}",
      '{op:"nothing"}',
      '{"op":"nothing",}',
      '{"op":"nothing"} x',
      '{"op":"nothing"}{"op":"nothing"}',
      '{"op":"\ud800"}',
      '{"op":"\\ud800"}',
      '{"op":"a\nb"}',
      '// {"op":"nothing"}',
      '<xml/>',
      'GET / HTTP/1.1',
    ].map((one) => [JSON.stringify(one), one] as const),
  ]
  for (const [what, one] of texts) yield of(what, 'answered', say(one))
}

/** All cases, by family. Each runs on every road. */
export const FAMILIES: Readonly<Record<string, readonly FrameCase[]>> = {
  'payloads and lengths': [...payloads()],
  'pings, pongs and their bounds': [...controls()],
  'reserved bits, unknown opcodes, masks': [...reserved()],
  fragments: [...fragments()],
  'UTF-8': [...encodings()],
  closings: [...closings()],
  compression: [...compressed()],
  'what the text says': [...contents()],
}
