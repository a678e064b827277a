import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { createFeedParser } from './simulation/feed-parser'
import type { FeedStep, TimedFeedStep } from './simulation/feed-step'

/** A recorded feed being played. */
export interface Feed {
  readonly symbol: string
  /** What happened since the last call, up to `elapsedMs` after the start; times `speed` in recorded time. */
  next(elapsedMs: number): FeedStep[]
  /** Whether the recording is at its end. */
  done(): boolean
}

const unzip = promisify(gunzip)

/**
 * Opens a recorded file, gzip or plain. The lines are read as they are needed, so a long recording costs its text only.
 *
 * @param speed recorded milliseconds per millisecond, 1 is as it was
 * @throws FeedFormatError when the file is of no known layout, or names no market
 */
export async function openFeed(path: string, speed: number): Promise<Feed> {
  const bytes = await readFile(path)
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = (isZipped ? await unzip(bytes) : bytes).toString('utf8')
  return playFeed(text, feedSymbol(basename(path)), speed)
}

/**
 * The symbol that a file moves: coin-margined and inverse files move the inverse contract, all others the USDT
 * perpetual of their coin.
 */
export function feedSymbol(fileName: string): string {
  const name = fileName.toUpperCase()
  const base = /(?:^|[^A-Z])(BTC|ETH|LTC|SOL|XRP|DOGE)/.exec(name)?.[1]
  if (base === undefined) throw new Error(`a feed's file name should hold its coin, found: ${fileName}`)
  return /(^|-)(CM|INVERSE)-/.test(name) ? `${base}USD` : `${base}USDT`
}

/** Plays text that is already in memory. */
export function playFeed(text: string, symbol: string, speed: number): Feed {
  const parser = createFeedParser(symbol)
  let at = 0
  let isOver = false
  let waiting: TimedFeedStep[] = []
  let taken = 0
  const fill = (): boolean => {
    while (taken === waiting.length) {
      taken = 0
      waiting = []
      if (isOver) return false
      if (at >= text.length) {
        isOver = true
        waiting = [...parser.end()]
        continue
      }
      const end = text.indexOf('\n', at)
      const line = end < 0 ? text.slice(at) : text.slice(at, end)
      at = end < 0 ? text.length : end + 1
      waiting = [...parser.push(line)]
    }
    return true
  }
  // A file that is no feed should fail at the start and not at the first tick.
  fill()
  return {
    symbol,
    next(elapsedMs) {
      const untilMs = elapsedMs * speed
      const out: FeedStep[] = []
      while (fill() && waiting[taken]!.atMs <= untilMs) {
        out.push(waiting[taken]!.step)
        taken += 1
      }
      return out
    },
    done: () => isOver && taken >= waiting.length,
  }
}
