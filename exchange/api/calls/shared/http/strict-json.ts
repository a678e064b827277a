/** Why a text was not taken. */
export type JsonFault = 'syntax' | 'depth' | 'duplicateKey' | 'prototypeKey'

interface Fault {
  readonly fault: JsonFault
  /** The key that is there twice, or may not be there. */
  readonly key?: string
}

export type JsonRead = { readonly ok: true; readonly value: unknown } | ({ readonly ok: false } & Fault)

/** Deepest nesting that is read (reliability.md §6.1, 28). */
export const JSON_DEPTH_MAX = 32

/**
 * Reads JSON as `JSON.parse` does, but refuses what one reader may see otherwise than another: two equal keys in one
 * object, `__proto__`, and nesting beyond `JSON_DEPTH_MAX`.
 */
export function parseStrictJson(text: string): JsonRead {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, ...(findFault(text) ?? { fault: 'syntax' }) }
  }
  const fault = isPlainlySound(text, value) ? null : findFault(text)
  return fault === null ? { ok: true, value } : { ok: false, ...fault }
}

/**
 * What nearly every call sends, an object without objects in it and without escapes, is looked through in a fifth of the
 * time: each quote that came has to belong to a key or a value that was read. A second key of one name leaves two over.
 * @returns false for what has to be looked at token by token
 */
function isPlainlySound(text: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let quotes = 0
  for (const key in value) {
    const field = (value as Readonly<Record<string, unknown>>)[key]
    if (key === '__proto__' || (typeof field === 'object' && field !== null)) return false
    quotes += typeof field === 'string' ? 4 : 2
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === BACKSLASH) return false
    if (unit === QUOTE) quotes--
  }
  return quotes === 0
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * One pass over the tokens; what is not JSON at all is left for `JSON.parse` to say. Every letter is looked at once
 * whatever the text is: a pattern that tries again from each quote took seconds for 64 KiB of quotes without an end.
 */
function findFault(text: string): Fault | null {
  /** Keys of each open object; `null` for an array. */
  const open: (Set<string> | null)[] = []
  let expectKey = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at)
        if (end === -1) return { fault: 'syntax' }
        if (expectKey) {
          const keys = open.at(-1)
          const key = readKey(text.slice(at, end + 1))
          if (key === null || keys === undefined || keys === null) return { fault: 'syntax' }
          if (key === '__proto__') return { fault: 'prototypeKey', key }
          if (keys.has(key)) return { fault: 'duplicateKey', key }
          keys.add(key)
          expectKey = false
        }
        at = end
        break
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        expectKey = text.charCodeAt(at) === OPEN_OBJECT
        open.push(expectKey ? new Set() : null)
        if (open.length > JSON_DEPTH_MAX) return { fault: 'depth' }
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop()
        expectKey = false
        break
      case COMMA:
        expectKey = open.at(-1) instanceof Set
        break
      case COLON:
        expectKey = false
        break
      default:
    }
  }
  return null
}

/** @returns where the string that begins at `start` has its closing quote, -1 where it has none */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return -1
}

/** @param token with its quotes */
function readKey(token: string): string | null {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return JSON.parse(token) as string
  } catch {
    return null
  }
}
