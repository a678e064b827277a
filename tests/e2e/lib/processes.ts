import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** The browser's renderers, of all browsers that this test process started. */
async function renderers(): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,ppid=,args='], { maxBuffer: 1 << 26 })
  const rows = stdout.split('\n').flatMap((line) => {
    const [, pid, ppid, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return args === undefined ? [] : [{ pid: Number(pid), ppid: Number(ppid), args }]
  })
  const family = [process.pid]
  for (const parent of family) for (const { pid, ppid } of rows) if (ppid === parent) family.push(pid)
  return rows.filter(({ pid, args }) => family.includes(pid) && args.includes('--type=renderer')).map(({ pid }) => pid)
}

/** Processor time used so far, in ticks of a hundredth of a second (proc(5), utime and stime). */
function ticks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    // It has gone.
    return 0
  }
}

/** Keeps whoever runs it busy for a while: the process that uses the most time then is theirs. */
export const BUSY_MS = 700
export const BUSY = `{ const end = performance.now() + ${BUSY_MS}; while (performance.now() < end); }`

/** A try tells little where the machine did other work meanwhile: what each process used is summed up over them. */
const TRIES = 8

/**
 * @param busy runs `BUSY` somewhere
 * @returns the process of the renderer that it ran in: the one that worked for most of that time, while no other did half as much
 */
export async function processOf(busy: () => Promise<unknown>): Promise<number> {
  const used = new Map<number, number>()
  for (let tried = 1; ; tried++) {
    const all = await renderers()
    const before = all.map(ticks)
    await busy()
    all.forEach((pid, i) => used.set(pid, (used.get(pid) ?? 0) + ticks(pid) - before[i]!))
    const [most, next] = [...used].toSorted(([, a], [, b]) => b - a)
    const isSure = most![1] * 10 > BUSY_MS / 2 && (next?.[1] ?? 0) * 2 < most![1]
    if (isSure || tried === TRIES) return most![0]
  }
}
