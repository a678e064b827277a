import { BriefList } from './brief-list'
import { BuildFiles, type BuildFile, type FileCache } from './build-files'
import {
  cacheRule,
  outdatedCaches,
  SPOT_CACHE_NAME,
  SYMBOL_CACHE_VERSION,
  symbolCacheName,
  type CacheRule,
} from './cache-rules'
import type { ListPorts } from './list-ports'
import { keepPages, outdatedPages, pagesCacheName, replaceShells } from './shell-pages'
import { SpotLists } from './spot-lists'
import { staticRoutes, type StaticRoute } from './static-routes'

export interface ServiceWorkerPorts {
  readonly origin: string
  /** Cache of the files of all builds. */
  readonly filesCache: string
  readonly caches: {
    open(name: string): Promise<FileCache>
    keys(): Promise<readonly string[]>
    delete(name: string): Promise<boolean>
  }
  readonly fetch: ListPorts['fetch']
  readonly after: ListPorts['after']
  skipWaiting(): Promise<void>
  claim(): Promise<void>
}

/** What of a request is read; the browser's own has more. */
export type AskedRequest = Pick<Request, 'method' | 'mode' | 'url'>

type KeepAlive = (work: Promise<unknown>) => void

/** The service worker of one build, without the browser around it. */
export class HalyardServiceWorker {
  readonly #ports: ServiceWorkerPorts
  readonly #files: BuildFiles
  readonly #briefList: BriefList
  readonly #spotLists: SpotLists
  readonly #pagesCache: string

  /** @param files none under the development server, which has no shell to answer with either */
  constructor(files: readonly BuildFile[], ports: ServiceWorkerPorts) {
    this.#ports = ports
    const { caches, fetch, after } = ports
    this.#files = new BuildFiles(files, { origin: ports.origin, cache: () => caches.open(ports.filesCache), fetch })
    this.#briefList = new BriefList({ cache: () => caches.open(symbolCacheName(SYMBOL_CACHE_VERSION)), fetch, after })
    this.#spotLists = new SpotLists({ cache: () => caches.open(SPOT_CACHE_NAME), fetch, after })
    this.#pagesCache = pagesCacheName(this.#files.keyOf('/index.html') ?? '')
  }

  /** @param addRoutes `null` where the browser has no static routes */
  async install(addRoutes: ((routes: readonly StaticRoute[]) => Promise<void>) | null): Promise<void> {
    await this.#files.install()
    if (this.#files.keyOf('/index.html') === null || addRoutes === null) return
    const { caches, filesCache } = this.#ports
    const pages = await keepPages(this.#pagesCache, {
      open: (name) => caches.open(name),
      kept: (path) => this.#files.match(path),
      list: async () => (await this.#askForList()).json(),
    })
    // A route that this browser does not know costs the help of all of them, and not the install.
    await addRoutes([...staticRoutes(filesCache), ...pages]).catch(() => caches.delete(this.#pagesCache))
  }

  async activate(): Promise<void> {
    const { caches } = this.#ports
    const names = await caches.keys()
    await this.#files.settle()
    const outdated = [...outdatedCaches(names), ...outdatedPages(names, this.#pagesCache)]
    await Promise.all(outdated.map((name) => caches.delete(name)))
    // The first visit is served offline too; a page is never reloaded by this.
    await this.#ports.claim()
  }

  /** What nothing waits for once this worker is in force: calls of pages are held back while a worker activates. */
  async afterActivation(): Promise<void> {
    // A hub that started before this worker has its list already and will not ask again soon; this copy is for the next.
    await this.#askForList()
    // The worker before may have removed files of this build while they were being installed.
    await this.#files.install()
  }

  /** The user pressed "Reload". Pages first: what is put into a cache after the old worker has gone would stay there. */
  async takeOver(): Promise<void> {
    const { caches, filesCache } = this.#ports
    const shell = await this.#files.match('/index.html')
    const names = [filesCache, ...outdatedPages(await caches.keys(), this.#pagesCache)]
    if (shell !== undefined)
      await replaceShells(shell, await Promise.all(names.map((name) => caches.open(name)))).catch(() => undefined)
    await this.#ports.skipWaiting()
  }

  /** `public.symbol.notify`, passed on by a page. */
  symbolsChanged(): Promise<void> {
    return this.#briefList.symbolsChanged()
  }

  /** @returns `null` for what the browser asks the network itself */
  answer(request: AskedRequest & Request, keepAlive: KeepAlive): Promise<Response> | null {
    switch (this.#ruleFor(request)) {
      case 'shell':
        return this.#files.keyOf('/index.html') === null ? null : this.#shell()
      case 'part':
        return this.#files.answer(request)
      case 'spotList':
        return this.#spotLists.answer(request, keepAlive)
      case 'briefSymbolList':
        return this.#briefList.answer(request, keepAlive)
      case 'none':
        return null
    }
  }

  #ruleFor({ method, mode, url }: AskedRequest): CacheRule {
    const at = new URL(url)
    const isFile = method === 'GET' && at.origin === this.#ports.origin && at.search === ''
    if (isFile && this.#files.keyOf(at.pathname) !== null) return 'part'
    return cacheRule({ method, mode, url: at }, this.#ports.origin)
  }

  async #shell(): Promise<Response> {
    return (
      (await this.#files.match('/index.html')) ?? this.#ports.fetch(new Request(`${this.#ports.origin}/index.html`))
    )
  }

  #askForList(): Promise<Response> {
    const url = `${this.#ports.origin}/contract/v5/product/brief-symbol-list?filter=all`
    return this.#briefList.answer(new Request(url, { credentials: 'include' }), () => undefined)
  }
}
