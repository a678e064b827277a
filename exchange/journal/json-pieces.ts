/** Deeper than this a value is written in one go. */
const DEPTH = 6
const VALUES_PER_PIECE = 512
const OBJECTS_PER_PIECE = 64

/**
 * `JSON.stringify` of plain data in pieces, so that other work can run between them. Joined they are the same text.
 * The value must not change meanwhile.
 */
export function* jsonPieces(value: unknown, depth = DEPTH): Generator<string> {
  if (Array.isArray(value) && depth > 0) yield* arrayPieces(value, depth)
  else if (typeof value === 'object' && value !== null && depth > 0) yield* objectPieces(value, depth)
  else yield JSON.stringify(value)
}

function* arrayPieces(values: readonly unknown[], depth: number): Generator<string> {
  const size = typeof values[0] === 'object' ? OBJECTS_PER_PIECE : VALUES_PER_PIECE
  yield '['
  if (values.length <= size) {
    for (let at = 0; at < values.length; at += 1) {
      if (at > 0) yield ','
      // An array has no place for what is undefined: JSON writes null.
      yield* jsonPieces(values[at] ?? null, depth - 1)
    }
  } else {
    for (let from = 0; from < values.length; from += size) {
      if (from > 0) yield ','
      yield JSON.stringify(values.slice(from, from + size)).slice(1, -1)
    }
  }
  yield ']'
}

function* objectPieces(value: object, depth: number): Generator<string> {
  let separator = '{'
  for (const [key, field] of Object.entries(value) as [string, unknown][]) {
    if (field === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    yield* jsonPieces(field, depth - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
