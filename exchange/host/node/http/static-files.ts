import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FirstPicture } from '../../../../src/domain/market/first-picture'
import { isAppRoute } from './app-routes'
import { escapeHtml } from './escape-html'
import { inlineScripts } from './inline-scripts'
import { packPage, withPicture } from './pictured-page'

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
  ['.txt', 'text/plain; charset=utf-8'],
])
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/
const COMPRESS_MIN_BYTES = 600
/** The bundler names each file of this folder by its content (`vite.config.ts`): none ever changes. */
const NAMED_BY_CONTENT = '/assets/'
/** An operator's chart library, and the style sheet that it may have (`docs/operate.md`). */
const LIBRARY = '/charting_library/'
const LIBRARY_STYLE = `${LIBRARY}custom.css`
/** The folder is read four times a second at most, however many names are asked for that are not there. */
export const SCAN_GAP_MS = 250

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** An answer without the headers that all answers have. */
export interface FileAnswer {
  readonly status: 200 | 204 | 304 | 404
  readonly headers: Readonly<Record<string, string>>
  /** Of a page: hashes of what it runs from its own text, for its policy. */
  readonly scripts: readonly string[]
  readonly body: Buffer | null
}

interface Entry {
  readonly stamp: string
  readonly type: string
  readonly etag: string
  readonly identity: Buffer
  /** Of the page itself: its text, with the marks of its market. */
  readonly template: string | null
  readonly scripts: readonly string[]
  /** Packed when it is first asked for; none where packing is not worth it. */
  readonly packed: Map<Packing, Promise<Buffer>> | null
}

type Packing = 'br' | 'gzip'

/** Where `index.html` has `%HALYARD_BOOTSTRAP%`, the page's bootstrap data is put (as an attribute value). */
const BOOTSTRAP_MARK = '%HALYARD_BOOTSTRAP%'

export interface StaticFilesOptions {
  /** What the build compressed: `<etag>.br` for each file. */
  readonly packedFolder?: string | null
  /** The market of a page's address; left out, no page has one. */
  readonly pictureOf?: (path: string) => FirstPicture | null
  /** Path → the file that is served there instead. */
  readonly inPlaceOf?: Readonly<Record<string, string>>
}

/**
 * The built app, from a list of the files that are there: a path that is not in the list is not found, so no path can
 * leave the folder. Contents are compressed once and kept.
 *
 * The build may have compressed them already (`scripts/lib/pack-app.mjs`) into `packedFolder`; as the name comes from the content, a file that was changed since is compressed here.
 */
export class StaticFiles {
  #paths = new Map<string, string>()
  #scannedAtMs = Number.NEGATIVE_INFINITY
  #newestScan: Promise<void> = Promise.resolve()
  /** The one that has not begun, so that it sees whatever is there by now. */
  #nextScan: Promise<void> | null = null
  readonly #entries = new Map<string, Promise<Entry>>()

  constructor(
    private readonly folder: string,
    private readonly bootstrap: (hasChartLibrary: boolean) => unknown,
    private readonly options: StaticFilesOptions = {},
  ) {}

  /**
   * @returns the answer to a GET or HEAD, `null` when there is nothing of this name. Whoever opened such an address in a
   * browser gets the app with the 404: its page says that there is nothing, and leads back.
   */
  async answer(path: string, headers: IncomingHttpHeaders, isHead: boolean): Promise<FileAnswer | null> {
    const page = path === '/' || path === '/index.html' || isAppRoute(path)
    const { inPlaceOf = {} } = this.options
    const name = page ? '/index.html' : Object.hasOwn(inPlaceOf, path) ? inPlaceOf[path]! : path
    const found = await this.#answer(name, headers, isHead, page ? path : null)
    if (found !== null || page) return found
    // Pages ask for it where the library is: one that an operator left out is no fault for a browser to note.
    if (path === LIBRARY_STYLE && this.#hasLibrary)
      return { status: 204, headers: { 'cache-control': 'no-cache' }, scripts: [], body: null }
    if (!isOpened(path, headers)) return null
    const { 'if-none-match': _, ...unconditional } = headers
    const shell = await this.#answer('/index.html', unconditional, isHead)
    return shell === null ? null : { ...shell, status: 404, headers: { ...shell.headers, 'cache-control': 'no-store' } }
  }

  /** @param page the address of the page that the file is for; `null` for a file itself */
  async #answer(
    name: string,
    headers: IncomingHttpHeaders,
    isHead: boolean,
    page: string | null = null,
  ): Promise<FileAnswer | null> {
    const file = await this.#find(name)
    if (file === null) return null
    const entry = await this.#entry(name, file)
    if (entry === null) return null
    const { scripts } = entry
    const accepts = String(headers['accept-encoding'] ?? '')
    const encoding =
      entry.packed === null ? null : /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : null
    const answer: Record<string, string> = {
      'content-type': entry.type,
      'cache-control': name.startsWith(NAMED_BY_CONTENT) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    }
    const picture = page === null || entry.template === null ? null : (this.options.pictureOf?.(page) ?? null)
    if (picture !== null) {
      // Of this moment: nobody has it already, and nobody keeps it.
      const body = await packPage(withPicture(entry.template!, picture), encoding)
      return whole(answer, scripts, body, isHead)
    }
    const etag = encoding === null ? `"${entry.etag}"` : `"${entry.etag}-${encoding}"`
    answer['etag'] = etag
    if (headers['if-none-match'] === etag) return { status: 304, headers: answer, scripts, body: null }
    const body = encoding === null ? entry.identity : await this.#pack(entry, encoding)
    return whole(answer, scripts, body, isHead)
  }

  get #hasLibrary(): boolean {
    return [...this.#paths.keys()].some((one) => one.startsWith(LIBRARY))
  }

  async #find(name: string): Promise<string | null> {
    const known = this.#paths.get(name)
    if (known !== undefined) return known
    // A new build may have been put there since the last scan, or behind one that is under way: nothing is called
    // missing before a scan that began after it was asked for. Those that are asked for together share one.
    this.#nextScan ??= this.#newestScan = this.#scanAfter(this.#newestScan)
    await this.#nextScan
    return this.#paths.get(name) ?? null
  }

  async #scanAfter(newest: Promise<void>): Promise<void> {
    // Whoever asked for that one got its error.
    await newest.catch(() => undefined)
    const waitMs = this.#scannedAtMs + SCAN_GAP_MS - performance.now()
    if (waitMs > 0) await wait(waitMs)
    this.#nextScan = null
    try {
      this.#paths = await listFiles(this.folder)
    } finally {
      this.#scannedAtMs = performance.now()
    }
  }

  /** @returns `null` when the file went away since the folder was read */
  async #entry(name: string, file: string): Promise<Entry | null> {
    const facts = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (facts === null) return null
    const stamp = `${facts.mtimeMs} ${facts.size}`
    const known = await this.#entries.get(name)?.catch(() => undefined)
    if (known?.stamp === stamp) return known
    const reading = this.#read(name, file, stamp)
    this.#entries.set(name, reading)
    return reading
  }

  async #read(name: string, file: string, stamp: string): Promise<Entry> {
    const type = TYPES.get(extname(name)) ?? 'application/octet-stream'
    let identity: Buffer = await readFile(file)
    let template: string | null = null
    if (name === '/index.html') {
      const data = escapeHtml(JSON.stringify(this.bootstrap(this.#hasLibrary)))
      template = identity.toString('utf8').replaceAll(BOOTSTRAP_MARK, () => data)
      identity = Buffer.from(withPicture(template, null))
    }
    const worth = COMPRESSIBLE.test(type) && identity.byteLength >= COMPRESS_MIN_BYTES
    return {
      stamp,
      type,
      etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      identity,
      template,
      scripts: template === null ? [] : inlineScripts(template),
      packed: worth ? new Map() : null,
    }
  }

  /** Whoever asks while it is being compressed waits for the same. */
  #pack({ packed, identity, etag }: Entry, packing: Packing): Promise<Buffer> {
    const known = packed!.get(packing)
    if (known !== undefined) return known
    const made = packing === 'gzip' ? gzipped(identity) : this.#brotli(identity, etag)
    packed!.set(packing, made)
    return made
  }

  async #brotli(identity: Buffer, etag: string): Promise<Buffer> {
    const { packedFolder = null } = this.options
    if (packedFolder !== null) {
      const fromBuild = await readFile(join(packedFolder, `${etag}.br`)).catch(() => null)
      if (fromBuild !== null) return fromBuild
    }
    return brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  }
}

function whole(
  headers: Readonly<Record<string, string>>,
  scripts: readonly string[],
  body: Buffer,
  isHead: boolean,
): FileAnswer {
  return {
    status: 200,
    headers: { ...headers, 'content-length': String(body.byteLength) },
    scripts,
    body: isHead ? null : body,
  }
}

/** Whether a person opened the address: no script and no link of a page asks for a document, and a file has an ending. */
function isOpened(path: string, headers: IncomingHttpHeaders): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '') && /^[^.%\\]*$/.test(path.slice(path.lastIndexOf('/')))
}

/** Plain files under the folder as `/path` → file; links are not followed, maps and dot files are not published. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const walk = async (below: string): Promise<void> => {
    let rows
    try {
      rows = await readdir(join(folder, below), { withFileTypes: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    for (const row of rows) {
      if (row.name.startsWith('.') || row.name.endsWith('.map')) continue
      const path = `${below}/${row.name}`
      if (row.isDirectory()) await walk(path)
      else if (row.isFile()) found.set(path, join(folder, path))
    }
  }
  await walk('')
  return found
}
