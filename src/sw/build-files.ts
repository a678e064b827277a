import { isPartOfBuild } from './cache-rules'

/** A file of the build, as the build lists it. @see `injectManifest` in `vite.config.ts` */
export interface BuildFile {
  /** Below the origin, without a slash in front. */
  readonly url: string
  /** `null` where the name itself changes with the content, as of everything under `assets/`. */
  readonly revision: string | null
}

export type FileCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>

export interface FilePorts {
  readonly origin: string
  cache(): Promise<FileCache>
  fetch(request: Request): Promise<Response>
}

/** Builds whose parts stay in the cache: the one in force and the one before it. */
export const BUILDS_MAX = 2
/** Where the cache remembers which parts are of which build, newest build first. The dot keeps `replaceShells` off it. */
const RECORD = '/kept-builds.json'
const PARTS = '/assets/'

/**
 * The files of this build in the cache that all builds share. A file is stored once for all builds that have it, under its
 * name, or under its name and revision where the name stays the same.
 */
export class BuildFiles {
  readonly #ports: FilePorts
  /** Path → address in the cache. */
  readonly #keys: ReadonlyMap<string, string>

  constructor(files: readonly BuildFile[], ports: FilePorts) {
    this.#ports = ports
    this.#keys = new Map(
      files.map(({ url, revision }) => {
        const key = new URL(url, ports.origin)
        const path = key.pathname
        // The name that earlier builds gave it: what is the same in both is not fetched again.
        if (revision !== null) key.searchParams.set('__WB_REVISION__', revision)
        return [path, key.href]
      }),
    )
  }

  /** @returns where the cache has a file of this build, `null` for a path that is none */
  keyOf(path: string): string | null {
    return this.#keys.get(path) ?? null
  }

  /**
   * Fetches what the cache lacks.
   * @throws when a file does not come as what it should be: the whole build is kept or nothing is in force (S4, S7)
   */
  async install(): Promise<void> {
    const cache = await this.#ports.cache()
    const there = new Set((await cache.keys()).map(({ url }) => url))
    for (const [path, key] of this.#keys) {
      if (there.has(key)) continue
      const request = new Request(new URL(path, this.#ports.origin), {
        // What keeps its name may be in the HTTP cache as it was in another build.
        cache: key.includes('?') ? 'reload' : 'default',
        credentials: 'same-origin',
      })
      const response = await this.#ports.fetch(request)
      if (response.redirected || !isPartOfBuild(path, response)) throw new TypeError(`${path}: ${response.status}`)
      await cache.put(key, response)
    }
  }

  async match(path: string): Promise<Response | undefined> {
    const key = this.keyOf(path)
    return key === null ? undefined : (await this.#ports.cache()).match(key)
  }

  /** A part of any build that is kept, by its own address; what is not kept comes from the network. */
  async answer(request: Request): Promise<Response> {
    const cache = await this.#ports.cache()
    const key = this.keyOf(new URL(request.url).pathname) ?? request.url
    return (await cache.match(key)) ?? this.#ports.fetch(request)
  }

  /**
   * Called when this build comes into force: it removes what is neither of this build nor a part of the one before it.
   * Tabs of the build before go on until their users reload them, and ask for its parts meanwhile. Whatever is not a part
   * (the shell, icons) is asked for by pages that are opened, which are of this build.
   */
  async settle(): Promise<void> {
    const cache = await this.#ports.cache()
    const there = (await cache.keys()).map(({ url }) => url)
    const own = [...this.#keys.values()].filter(isPart)
    // A build that came before the record left everything that is in the cache.
    const record = new URL(RECORD, this.#ports.origin).href
    const before = (await readRecord(cache, record)) ?? [there.filter((url) => isPart(url) && !own.includes(url))]
    const others = before.filter((parts) => parts.length > 0 && parts.join() !== own.join())
    const builds = [own, ...others].slice(0, BUILDS_MAX)
    await cache.put(record, Response.json(builds))
    const kept = new Set([record, ...this.#keys.values(), ...builds.flat()])
    for (const url of there) if (!kept.has(url)) await cache.delete(url)
  }
}

function isPart(url: string): boolean {
  return new URL(url).pathname.startsWith(PARTS)
}

/** @returns `null` where there is none, or none that can be read */
async function readRecord(cache: FileCache, at: string): Promise<readonly (readonly string[])[] | null> {
  try {
    const record: unknown = await (await cache.match(at))?.json()
    return Array.isArray(record) && record.every(isUrls) ? record : null
  } catch {
    return null
  }
}

function isUrls(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((url) => typeof url === 'string' && URL.canParse(url))
}
