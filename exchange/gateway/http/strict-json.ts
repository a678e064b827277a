/** Why a text was not taken. */
export type JsonFault = 'syntax' | 'depth' | 'duplicateKey' | 'prototypeKey'

/** Deepest nesting that is read (reliability.md §6.1, 28). */
export const JSON_DEPTH_MAX = 32

/**
 * Reads JSON as `JSON.parse` does, but refuses what one reader may see otherwise than another: two equal keys in one
 * object, `__proto__`, and nesting beyond `JSON_DEPTH_MAX`.
 */
export function parseStrictJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: JsonFault } {
  let value: unknown
  const fault = findFault(text)
  if (fault !== null) return { ok: false, fault }
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, fault: 'syntax' }
  }
  return { ok: true, value }
}

/** One pass over the tokens; what is not JSON at all is left for `JSON.parse` to say. */
function findFault(text: string): JsonFault | null {
  /** Keys of each open object; `null` stands for an array. */
  const open: (Set<string> | null)[] = []
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs
  let expectKey = false
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [one] = match
    if (one === '{' || one === '[') {
      open.push(one === '{' ? new Set() : null)
      if (open.length > JSON_DEPTH_MAX) return 'depth'
      expectKey = one === '{'
    } else if (one === '}' || one === ']') {
      open.pop()
      expectKey = false
    } else if (one === ',') {
      expectKey = open.at(-1) instanceof Set
    } else if (one === ':') {
      expectKey = false
    } else if (expectKey) {
      const keys = open.at(-1)
      const key = readKey(one)
      if (key === null || keys === undefined || keys === null) return 'syntax'
      if (key === '__proto__') return 'prototypeKey'
      if (keys.has(key)) return 'duplicateKey'
      keys.add(key)
      expectKey = false
    }
  }
  return null
}

function readKey(token: string): string | null {
  try {
    return JSON.parse(token) as string
  } catch {
    return null
  }
}
