// Follows a page's first files. Whoever has a line that breaks while one of them is on its way gets it later, by itself: a
// script that did not come is asked for again, and so are a style sheet and a font.
;(function () {
  const WAITS_MS = [500, 1000, 2000, 4000, 8000]
  /** Askings in one page; then, once the server answers, the page is loaded anew: it may be of a build that is gone. */
  const TRIES = 5
  /** An app that has not drawn anything so long after its files came waits for something, and says so. */
  const SILENT_MS = 4000
  /** A file that has neither come nor failed by then may hang: the browser itself would wait for minutes. */
  const STUCK_MS = 10000
  const page = document.documentElement

  /** @param {number} tries @param {() => void} again */
  function after(tries, again) {
    setTimeout(again, WAITS_MS[Math.min(tries, WAITS_MS.length - 1)])
  }

  /** The app names its build as soon as it runs. */
  function hasBegun() {
    return page.dataset.build !== undefined
  }

  /**
   * A browser may keep a module that failed, and all that import it, for failed as long as the page lives: so the files
   * are fetched until they have come, and the page begins anew. Nothing was typed into it yet.
   * @param {number} tries
   * @param {boolean} [isStuck] whether the browser's own requests are still out: these must not wait for them
   */
  function askAgain(tries, isStuck = false) {
    if (hasBegun()) return
    const files = [...document.querySelectorAll('script[type="module"], link[rel="modulepreload"]')]
    const addresses = files.map((file) => file.getAttribute('src') ?? file.getAttribute('href') ?? '')
    Promise.all(addresses.map((address) => fetchWhole(address, isStuck ? 'reload' : 'default'))).then(
      () => beginAnew(isStuck),
      () =>
        tries < TRIES
          ? after(tries + 1, () => askAgain(tries + 1, isStuck))
          : whenServed(() => location.reload(), tries),
    )
  }

  /**
   * @param {string} address
   * @param {RequestCache} cache
   */
  function fetchWhole(address, cache) {
    return fetch(address, { credentials: 'same-origin', cache }).then((response) => {
      if (!response.ok) throw new Error(`${address}: ${response.status}`)
      return response.arrayBuffer()
    })
  }

  /**
   * An app that cannot begin must not spin: what came by a reload already waits before the next one, and what was only
   * slow is let begin.
   * @param {boolean} isSlow
   */
  function beginAnew(isSlow) {
    const isReload = performance
      .getEntriesByType('navigation')
      .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')
    setTimeout(() => hasBegun() || location.reload(), isReload || isSlow ? SILENT_MS : 0)
  }

  /**
   * Files that are not there are of a build that is gone: the page is asked for once somebody answers.
   * @param {() => void} then
   * @param {number} tries
   */
  function whenServed(then, tries) {
    fetch('/healthz', { cache: 'no-store' }).then(then, () => after(tries, () => whenServed(then, tries)))
  }

  /**
   * Puts a style sheet in again; what the old one said holds until the new one has come.
   * @param {HTMLLinkElement} link
   * @param {number} tries
   * @param {() => void} [came]
   */
  function renew(link, tries, came) {
    const next = /** @type {HTMLLinkElement} */ (link.cloneNode())
    next.addEventListener('load', () => {
      link.remove()
      came?.()
    })
    next.addEventListener('error', () => {
      next.remove()
      after(tries + 1, () => renew(link, tries + 1, came))
    })
    link.after(next)
  }

  /** Style sheets that the page was to begin with and that have not come: the app draws without them, and looks broken. */
  let sheetsMissing = 0

  /** @param {HTMLLinkElement} link */
  function renewMissing(link) {
    sheetsMissing++
    renew(link, 0, () => sheetsMissing--)
  }

  /**
   * A sheet that failed is there, empty, and may not be read.
   * @param {HTMLLinkElement} link
   */
  function rulesOf(link) {
    try {
      return [...(link.sheet?.cssRules ?? [])]
    } catch {
      return []
    }
  }

  function styleSheets() {
    return /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel="stylesheet"]'))
  }

  let fontTries = 0
  /** A font that failed is asked for once more by a sheet that names it anew. */
  function fontFailed() {
    after(fontTries++, () => {
      for (const link of styleSheets())
        if (rulesOf(link).some((rule) => rule instanceof CSSFontFaceRule)) renew(link, 0)
    })
  }

  function isEmpty() {
    return document.getElementById('root')?.childElementCount === 0
  }

  /** @param {HTMLElement} late */
  function sayWhatIsMissing(late) {
    late.hidden = !isEmpty() && sheetsMissing === 0
    // Above what is drawn, and not over it: whoever can read it may trade.
    if (isEmpty() || late.dataset.beside !== undefined) return
    late.dataset.beside = ''
    document.body.prepend(late)
  }

  /** @param {number} delayMs */
  function watchSilence(delayMs) {
    const late = document.getElementById('late')
    if (late === null) return
    setTimeout(() => {
      sayWhatIsMissing(late)
      if (late.hidden) return
      const timer = setInterval(() => {
        sayWhatIsMissing(late)
        if (late.hidden) clearInterval(timer)
      }, 500)
    }, delayMs)
  }

  function look() {
    // Those of parts are asked for again by whoever wants the part (`mend-styles.ts`): one element cannot be renewed twice.
    for (const link of styleSheets())
      if (link.dataset.part === undefined && rulesOf(link).length === 0) renewMissing(link)
    if (!hasBegun()) after(0, () => askAgain(0))
    for (const font of document.fonts) if (font.status === 'error') fontFailed()
    watchSilence(SILENT_MS)
  }

  /** What hangs keeps the page from ever having loaded. */
  function lookWhetherStuck() {
    if (document.readyState === 'complete') return
    watchSilence(0)
    askAgain(0, true)
  }

  /** The market of the last visit, as it was then, in a page that came without one: out of the browser's own keeping. */
  function drawKept() {
    const place = document.getElementById('first')
    if (place === null || place.firstChild !== null || !isEmpty()) return
    try {
      const kept = JSON.parse(localStorage.getItem('halyard.first-picture') ?? 'null')
      if (kept?.path !== location.pathname) return
      const asOf = new Date(kept.asOfMs).toISOString()
      const texts = [...kept.texts, `${asOf.slice(0, 10)} ${asOf.slice(11, 19)} UTC`]
      const parts = ['b', 'data', 'span', 'time'].map((name, at) => {
        const part = document.createElement(name)
        part.textContent = String(texts[at])
        return part
      })
      place.append(...parts.flatMap((part) => [part, ' ']))
    } catch {
      // Nothing kept, or of another build: the page waits for its prices.
    }
  }

  if (document.getElementById('first') === null) addEventListener('DOMContentLoaded', drawKept)
  else drawKept()
  document.fonts.addEventListener('loadingerror', fontFailed)
  if (document.readyState === 'complete') look()
  else {
    addEventListener('load', look)
    setTimeout(lookWhetherStuck, STUCK_MS)
  }
})()
