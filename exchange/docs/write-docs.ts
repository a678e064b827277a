import { PROTOCOL_VERSION } from '../../src/base/protocol-version'
import { ROUTES } from '../api/calls/routes'
import { writeApiPage } from './api-page'
import { writeOpenApi } from './openapi'

/** The pages that are written from the declarations, by the name of their file. */
export function writeDocs(): Readonly<Record<string, string>> {
  return {
    'docs/api.md': writeApiPage(ROUTES),
    'docs/openapi.json': writeByLine(writeOpenApi(ROUTES, PROTOCOL_VERSION)),
  }
}

/** JSON with a line for each call and each shared shape: a change of one shows as a change of one line. */
function writeByLine(value: unknown, depth = 0): string {
  const isOpen = typeof value === 'object' && value !== null && !Array.isArray(value) && depth < LINES_TO_DEPTH
  if (!isOpen) return JSON.stringify(value)
  const rows = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${writeByLine(one, depth + 1)}`)
  const indent = ' '.repeat(depth + 1)
  return `{\n${rows.map((row) => indent + row).join(',\n')}\n${' '.repeat(depth)}}${depth === 0 ? '\n' : ''}`
}

const LINES_TO_DEPTH = 3
