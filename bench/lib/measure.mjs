import { readdirSync, readFileSync } from 'node:fs'

/**
 * @param {string} profile
 * @returns CPU seconds used so far by the processes of the browser whose profile folder this is
 */
export function browserCpuSeconds(profile) {
  let seconds = 0
  for (const used of browserProcesses(profile).values()) seconds += used
  return seconds
}

/**
 * Processes of the browser whose profile folder this is.
 * @param {string} profile
 * @returns {Map<string, number>} CPU seconds used so far by process id
 */
export function browserProcesses(profile) {
  /** @type {Map<string, { parent: string | undefined, ticks: number }>} */
  const parents = new Map()
  /** @type {Set<string>} */
  const roots = new Set()
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      parents.set(pid, { parent: fields[1], ticks: Number(fields[11]) + Number(fields[12]) })
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)) roots.add(pid)
    } catch {
      // The process ended while we looked.
    }
  }
  /** @param {string} pid */
  const belongs = (pid) => {
    /** @type {string | undefined} */
    let at = pid
    for (; at !== undefined && at !== '0' && at !== '1'; at = parents.get(at)?.parent) if (roots.has(at)) return true
    return false
  }
  return new Map([...parents].filter(([pid]) => belongs(pid)).map(([pid, { ticks }]) => [pid, ticks / 100]))
}

/**
 * CPU seconds that a process has used so far: its main thread alone, and all of it with the processes it has started.
 * @param {number} pid
 */
export function processCpuSeconds(pid) {
  /** @param {string} file */
  const read = (file) => {
    const stat = readFileSync(file, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }
  const all = [String(pid), ...childrenOf(pid)].reduce((sum, one) => sum + read(`/proc/${one}/stat`), 0)
  return { all, main: read(`/proc/${pid}/task/${pid}/stat`) }
}

/** @param {number} pid */
function childrenOf(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
}

/**
 * @param {readonly number[]} values
 * @param {number} p 0.5 is the median
 * @returns the p-quantile, or `null` for an empty list
 */
export function quantile(values, p) {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? null
}
