import type { TvLibrary } from './tv-api'

/** Where an operator puts the library (decisions 29); the server says in the page whether it is there. */
export const LIBRARY_PATH = '/charting_library/'
const SCRIPT = `${LIBRARY_PATH}charting_library.standalone.js`
/** The operator's own style sheet for it, beside it; it begins with a comment that has its version. */
export const CSS_FILE = 'custom.css'

/** Spec §9. */
export const EXPECTED = { library: '29.5.0', css: '0.3.2' } as const

/** Of spec §8: the library was said to be there and cannot be loaded. */
export const FILES_FAILED = 'library files failed to load'

export interface FoundLibrary {
  readonly library: TvLibrary
  readonly version: string | null
  /** `null` where the operator has no style sheet for it. */
  readonly cssVersion: string | null
}

/** What loading needs of a page. */
export interface LibraryPage {
  fetch(path: string, init: { readonly method: 'GET' | 'HEAD' }): Promise<Response>
  /** Resolves once the script has run. */
  runScript(path: string): Promise<void>
  /** What the script left behind. */
  library(): unknown
}

/**
 * Loads the library of the operator's folder. That the server's files may answer anything with the app's page is why the
 * content type is looked at first.
 *
 * @throws Error beginning with `FILES_FAILED`
 */
export async function loadLibrary(page: LibraryPage): Promise<FoundLibrary> {
  const answer = await page.fetch(SCRIPT, { method: 'HEAD' }).catch((error: unknown) => failed(String(error)))
  const type = answer.headers.get('content-type') ?? 'nothing'
  if (!answer.ok) failed(`${SCRIPT} is ${answer.status}`)
  if (!/javascript/i.test(type)) failed(`${SCRIPT} is ${type} and no script`)
  await page.runScript(SCRIPT).catch(() => failed(`${SCRIPT} did not run`))
  const library = page.library()
  if (!isLibrary(library)) failed('it left no TradingView.widget')
  return { library, version: numberIn(library.version?.()), cssVersion: await cssVersionOf(page) }
}

async function cssVersionOf(page: LibraryPage): Promise<string | null> {
  try {
    const answer = await page.fetch(`${LIBRARY_PATH}${CSS_FILE}`, { method: 'GET' })
    if (!answer.ok || !/text\/css/i.test(answer.headers.get('content-type') ?? '')) return null
    const [comment] = /^\s*\/\*[\s\S]*?\*\//.exec(await answer.text()) ?? []
    return numberIn(comment) ?? 'without a version'
  } catch {
    return null
  }
}

function isLibrary(value: unknown): value is TvLibrary {
  return typeof value === 'object' && value !== null && typeof (value as Partial<TvLibrary>).widget === 'function'
}

/** The version in a text such as `CL v29.5.0 (internal id …)`. */
function numberIn(text: string | undefined): string | null {
  return /\d+\.\d+(?:\.\d+)?/.exec(text ?? '')?.[0] ?? null
}

function failed(why: string): never {
  throw new Error(`${FILES_FAILED}: ${why}`)
}

/** The page itself. Its policy lets scripts of its own origin run, and no others. */
export function thisPage(): LibraryPage {
  return {
    fetch: (path, init) => fetch(path, { ...init, cache: 'no-cache' }),
    runScript: (path) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script')
        script.src = path
        script.addEventListener('load', () => resolve())
        script.addEventListener('error', () => reject(new Error(path)))
        document.head.append(script)
      }),
    library: () => (globalThis as { readonly TradingView?: unknown }).TradingView,
  }
}
