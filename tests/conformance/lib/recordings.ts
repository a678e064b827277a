import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Messages of other exchanges, recorded elsewhere; they lie beside the repository and are no part of it. */
const FOLDER = join(import.meta.dirname, '../../../../shared/data')

export const HAS_RECORDINGS = existsSync(FOLDER)

export function readRecording(name: string): string {
  const bytes = readFileSync(join(FOLDER, name))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

export function readLines(name: string): readonly string[] {
  return readRecording(name)
    .split('\n')
    .filter((line) => line !== '')
}

/** Names of the files of a folder, sorted. */
export function listRecordings(folder: string): readonly string[] {
  return readdirSync(join(FOLDER, folder))
    .toSorted()
    .map((name) => `${folder}/${name}`)
}
