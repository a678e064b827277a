/*
 * Stands in for the build's own loader of parts (scripts/lib/fetched-parts.mjs). A browser may keep a module that failed
 * to come, and whatever imports it, for failed as long as the page lives: the specification wants it so, and Chromium
 * does it. `fetch` has no such memory. So the files of a part are fetched until all have come, and only then imported,
 * out of the browser's cache: a line that breaks costs a pause and not the part.
 */

/** The file that a part's function imports, in the text that the build gave it. */
const OWN_FILE = /import\((["'`])\.\/([\w.-]+\.js)\1\)/
const FOLDER = 'assets/'
const STYLE = /\.css$/

/** Files that have come or are on their way, whoever else wants them. */
const coming = new Map<string, Promise<void>>()

let isAhead = false

/**
 * Fetches the files of a part that is wanted in a moment, and runs none of them.
 * @param load imports the part's module, by way of `fetchFirst`
 * @returns settles when they have come, or will not: what does not come now is asked for when it is wanted
 */
export function fetchOnly(load: () => Promise<unknown>): Promise<void> {
  isAhead = true
  try {
    return load().then(nothing, nothing)
  } finally {
    isAhead = false
  }
}

function nothing(): void {}

/**
 * @param load imports the part's module
 * @param files what it needs besides, style sheets too, by their paths from the root of the site
 * @throws what the first file that did not come says, with its address; the next call asks for it again
 */
export async function fetchFirst<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const isForLater = isAhead
  const own = OWN_FILE.exec(load.toString())?.[2]
  const wanted = own === undefined ? files : [FOLDER + own, ...files]
  await Promise.all(wanted.map((file) => bring(`/${file}`, isForLater)))
  return isForLater ? (undefined as T) : load()
}

function bring(path: string, isForLater: boolean): Promise<void> {
  const under = coming.get(path)
  if (under !== undefined) return under
  const brought = STYLE.test(path) ? bringStyle(path) : bringScript(path, isForLater)
  coming.set(path, brought)
  brought.catch(() => coming.delete(path))
  return brought
}

async function bringScript(path: string, isForLater: boolean): Promise<void> {
  if (isOfThePage(path)) return
  try {
    const response = await fetch(path, { credentials: 'same-origin', priority: isForLater ? 'low' : 'auto' })
    if (!response.ok) throw new Error(`status ${response.status}`)
    // The cache has a file once all of it is here.
    await response.arrayBuffer()
  } catch (cause) {
    throw new Error(`did not come: ${path}`, { cause })
  }
}

/** What the first screen came with is loaded already. */
function isOfThePage(path: string): boolean {
  return document.querySelector(`script[src="${path}"], link[rel="modulepreload"][href="${path}"]`) !== null
}

function bringStyle(path: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${path}"]`) !== null) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = path
    link.dataset['part'] = ''
    link.addEventListener('load', () => resolve())
    // Left in the page it would be taken for one that has come, by whoever asks next.
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`did not come: ${path}`))
    })
    document.head.append(link)
  })
}
