import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { figuresPage, withHighlights } from './figures.mjs'
import { root } from './run.mjs'

/**
 * @typedef {import('./figures.mjs').Figures} Figures
 * @typedef {import('./figures.mjs').Run} Run
 */

const DATA = join(root, 'docs/figures.json')
const PAGE = join(root, 'docs/figures.md')
const README = join(root, 'README.md')

/** @returns {Figures} */
export function readFigures() {
  return existsSync(DATA) ? JSON.parse(readFileSync(DATA, 'utf8')) : { tables: [] }
}

/** @param {Figures} figures */
export function writeFigures(figures) {
  writeFileSync(DATA, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(PAGE, figuresPage(figures))
  writeFileSync(README, withHighlights(readFileSync(README, 'utf8'), figures))
}

/**
 * @param {boolean} isShared
 * @returns {Run} a run of now on this machine
 */
export function runOfNow(isShared) {
  const cores = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  const model = cores[0]?.model.trim() || 'unnamed processor'
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cores.length} cores (${model}), ${memory} GiB, ${os.type()}, Node ${process.version}`,
    isShared,
  }
}
