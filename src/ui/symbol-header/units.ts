import type { Rate } from '../../domain/decimal'
import type { Instrument } from '../../domain/instrument/instrument'

/** The coin that quantities are counted in: inverse contracts count units of the quote currency. */
export function qtyCoin(instrument: Instrument | null): string {
  if (instrument === null) return '--'
  return instrument.contractType.startsWith('Inverse') ? instrument.quoteCoin : instrument.baseCoin
}

/** Time left as `03:12:44`; hours may pass 24, the past is zero. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1000))
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
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
