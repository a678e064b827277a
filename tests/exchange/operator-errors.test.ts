import { createServer } from 'node:net'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../../exchange/config'
import { openFeed } from '../../exchange/feed-reader'
import { blameVariable, openedFeed, sayForOperator } from '../../exchange/operator-errors'

const config = { host: '127.0.0.1', port: 4173, dataDir: '/data' }
const here = fileURLToPath(import.meta.url)

/** The error of a server that listens as told. */
function listenError(port: number, host: string): Promise<unknown> {
  return new Promise((resolve) => createServer().on('error', resolve).listen(port, host))
}

describe('a start that fails says which variable to look at', () => {
  test('a port that is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const error = blameVariable(await listenError(port, '127.0.0.1'), { ...config, port })
    server.close()
    expect(sayForOperator(error)).toBe(`PORT ${port} on 127.0.0.1 is taken: set PORT to another one, or to 0 for any`)
  })

  test('an address of another computer', async () => {
    // RFC 5737: 192.0.2.0/24 is nobody's.
    const error = blameVariable(await listenError(0, '192.0.2.1'), { ...config, host: '192.0.2.1' })
    expect(sayForOperator(error)).toBe('HOST "192.0.2.1" is no address of this computer')
  })

  test('a data folder that is a file', () => {
    let error: unknown
    try {
      mkdirSync(here, { recursive: true })
    } catch (thrown) {
      error = thrown
    }
    expect(sayForOperator(blameVariable(error, { ...config, dataDir: here }))).toMatch(/^HALYARD_DATA_DIR ".*" cannot/)
  })

  test.each([['/nowhere/btcusdt.csv'], [here]])('a feed that is none: %s', async (path) => {
    const error = await openedFeed(path, () => openFeed(path, 1)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect(sayForOperator(error)).toMatch(/^HALYARD_FEED ".*" cannot be played: /)
  })

  test('a damaged history and a full disk are sentences that say what to do', () => {
    const saying = (code: string) =>
      sayForOperator(blameVariable(Object.assign(new Error('as the database says'), { code }), config))
    expect(saying('SQLITE_CORRUPT')).toMatch(/history\.sqlite is damaged .*delete/)
    expect(saying('SQLITE_FULL')).toMatch(/^HALYARD_DATA_DIR ".*" cannot be used/)
  })

  test('our own mistakes keep their place in the code', () => {
    const error = new TypeError('of ours')
    expect(blameVariable(error, config)).toBe(error)
    expect(sayForOperator(error)).toBeNull()
  })
})
