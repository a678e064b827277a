import type { BuildFile } from '../../../src/sw/build-files'
import { HalyardServiceWorker } from '../../../src/sw/service-worker'
import type { StaticRoute } from '../../../src/sw/static-routes'

export const ORIGIN = 'http://localhost:4173'
export const FILES_CACHE = `workbox-precache-v2-${ORIGIN}/`

/** One cache in memory: entries by their whole address, bodies copied in and out, as a browser does. */
export class FakeCache {
  readonly entries = new Map<string, Response>()

  async match(key: RequestInfo | URL): Promise<Response | undefined> {
    return this.entries.get(address(key))?.clone()
  }

  async put(key: RequestInfo | URL, response: Response): Promise<void> {
    this.entries.set(address(key), response.clone())
  }

  async delete(key: RequestInfo | URL): Promise<boolean> {
    return this.entries.delete(address(key))
  }

  async keys(): Promise<readonly Request[]> {
    return [...this.entries.keys()].map((url) => new Request(url))
  }
}

export class FakeCacheStorage {
  readonly caches = new Map<string, FakeCache>()

  async open(name: string): Promise<FakeCache> {
    let cache = this.caches.get(name)
    if (cache === undefined) this.caches.set(name, (cache = new FakeCache()))
    return cache
  }

  async keys(): Promise<readonly string[]> {
    return [...this.caches.keys()]
  }

  async delete(name: string): Promise<boolean> {
    return this.caches.delete(name)
  }
}

/** A build as it is served: path → text. Parts are named by their content, the rest keeps its name. */
export type Build = ReadonlyMap<string, string>

/** @param parts name → content of what is under `assets/` */
export function makeBuild(name: string, parts: Readonly<Record<string, string>>): Build {
  const hashed = Object.entries(parts).map(
    ([part, text]) => [`/assets/${part}-${text.padEnd(8, '0')}.js`, text] as const,
  )
  const named = ['/index.html', '/manifest.webmanifest', '/icons/favicon.svg']
  return new Map([...hashed, ...named.map((path) => [path, `${path} of ${name}`] as const)])
}

export function partsOf(build: Build): readonly string[] {
  return [...build.keys()].filter((path) => path.startsWith('/assets/'))
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
}

/** A browser with its caches and a server that has one build at a time. */
export class FakeBrowser {
  readonly storage = new FakeCacheStorage()
  /** Paths that were asked of the server. */
  readonly asked: string[] = []
  served: Build = new Map()
  /** Called with each path before the server answers; it may throw. */
  beforeAnswer: (path: string) => void = () => undefined
  inForce: HalyardServiceWorker | null = null

  /** The script of a build's worker begins to run. */
  workerOf(build: Build): HalyardServiceWorker {
    const files: readonly BuildFile[] = [...build].map(([path, text]) => ({
      url: path.slice(1),
      revision: path.startsWith('/assets/') ? null : text.replaceAll(' ', '-'),
    }))
    return new HalyardServiceWorker(files, {
      origin: ORIGIN,
      filesCache: FILES_CACHE,
      caches: this.storage,
      fetch: (request) => this.#serve(request),
      after: () => () => undefined,
      skipWaiting: () => Promise.resolve(),
      claim: () => Promise.resolve(),
    })
  }

  /** What a browser does with a new script. @returns the worker that waits */
  async install(build: Build): Promise<HalyardServiceWorker> {
    const worker = this.workerOf(build)
    await worker.install((_routes: readonly StaticRoute[]) => Promise.resolve())
    return worker
  }

  /** The user's press in a page. */
  async letIn(worker: HalyardServiceWorker): Promise<void> {
    await worker.takeOver()
    await worker.activate()
    this.inForce = worker
  }

  /** What a page of this browser gets. @param mode `navigate` opens a page */
  async get(path: string, mode: 'cors' | 'navigate' = 'cors'): Promise<Response> {
    // Node makes no request of this mode.
    const request = Object.defineProperty(new Request(ORIGIN + path), 'mode', { value: mode })
    return (await this.inForce?.answer(request, () => undefined)) ?? this.#serve(request)
  }

  get files(): FakeCache {
    return this.storage.caches.get(FILES_CACHE)!
  }

  async #serve(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    this.asked.push(pathname)
    this.beforeAnswer(pathname)
    const text = this.served.get(pathname)
    if (text === undefined) return new Response('not found', { status: 404 })
    const type = TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'text/plain'
    return new Response(text, { headers: { 'content-type': type } })
  }
}

function address(key: RequestInfo | URL): string {
  return key instanceof Request ? key.url : new URL(String(key), ORIGIN).href
}
