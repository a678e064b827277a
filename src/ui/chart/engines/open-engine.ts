import type { ChartPort, ChartPortOptions } from '../port/chart-port'

/** An engine that runs. */
export interface OpenedEngine {
  readonly port: ChartPort
  /** Why the operator's library does not draw although it is there; `null` otherwise. */
  readonly refusal: string | null
}

interface Engines {
  /** Starts the operator's library; left out where the server has none. */
  openLibrary?(options: ChartPortOptions): Promise<ChartPort>
  openEmbedded(options: ChartPortOptions): Promise<ChartPort>
}

/** Why the library was given up on this page: no later chart waits for it again. */
let givenUp: string | null = null

/** Starts the operator's library where there is one, and the embedded engine in its place when it does not start. */
export async function openEngine(
  options: ChartPortOptions,
  { openLibrary, openEmbedded }: Engines,
): Promise<OpenedEngine> {
  if (openLibrary !== undefined && givenUp === null) {
    try {
      return { port: await openLibrary(options), refusal: null }
    } catch (error) {
      givenUp = error instanceof Error ? error.message : String(error)
      options.trace(`the embedded chart engine draws: ${givenUp}`)
    }
  }
  return { port: await openEmbedded(options), refusal: openLibrary === undefined ? null : givenUp }
}
