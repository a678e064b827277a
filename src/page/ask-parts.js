// Asks for the files that the first script wants next, in the order in which it does: the hub first, which meets the exchange
// while the app is read. Named in the page's head, they would all come beside each other, and the hub's behind the app's.
;(function () {
  /** @type {{ hub: string, leaderHub: string, app: string[] }} */
  let parts
  try {
    parts = JSON.parse(document.querySelector('meta[name="halyard-parts"]')?.getAttribute('content') ?? '')
  } catch {
    // The development server names none.
    return
  }
  /** Into the browser's cache, where the worker finds it. @param {string} path */
  function bring(path) {
    fetch(path)
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  }
  // The first lock of a browser profile takes it a tenth of a second, and the hello to the hub waits for one.
  navigator.locks?.query().catch(() => undefined)
  function askNext() {
    // A service worker has it.
    if (navigator.serviceWorker?.controller == null) bring('SharedWorker' in window ? parts.hub : parts.leaderHub)
    for (const path of parts.app) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = path
      document.head.append(link)
    }
    // The browser reads the rules of numbers with the first of them, 50 ms of a slow phone: while nothing has come yet, the
    // thread is free, and it is not while the hub begins.
    new Intl.NumberFormat().format(0)
  }

  // Behind the first script, the styles and the font, which the page itself names.
  setTimeout(askNext)
})()
