import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { endsWithUs } from './children'

/** A display server of its own for windows that nobody sees. @param xvfb path of Xvfb @returns the process and its `DISPLAY` */
export async function startDisplay(xvfb: string): Promise<{ readonly process: ChildProcess; readonly name: string }> {
  const process = endsWithUs(
    spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    }),
  )
  const number = await firstMatch(process.stdio[3] as Readable, /(\d+)\n/)
  return { process, name: `:${number}` }
}

/** The first group of a pattern, as soon as a stream has said it. @throws when the stream ends without it */
export function firstMatch(stream: Readable, pattern: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = pattern.exec(text)?.[1]
      if (found !== undefined) done(found)
    })
    stream.once('end', () => fail(new Error(`ended without ${pattern}: ${text}`)))
  })
}
