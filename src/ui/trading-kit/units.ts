import type { Rate } from '../../domain/decimal'

/** Time left as `03:12:44`; hours may pass 24, the past is zero. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000))
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The same for longer times: `12d 03h` until the last day. */
export function daysText(leftMs: number): string {
  const days = Math.max(0, Math.floor(leftMs / 86_400_000))
  return days === 0 ? countdownText(leftMs) : `${days}d ${two(Math.floor(leftMs / 3_600_000) % 24)}h`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Which colour a change deserves: none when it reads `0.00%`. */
export function changeSign(change: Rate | null): 'gain' | 'loss' | 'flat' {
  const value = Number(change ?? 0)
  if (Math.abs(value) < 0.00005) return 'flat'
  return value < 0 ? 'loss' : 'gain'
}
