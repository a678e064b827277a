import type { Page } from '@playwright/test'

/** All that the browser keeps for the page: also the headers of kept requests, and the addresses that it asked for. */
export function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
    texts.push(...performance.getEntries().map((entry) => entry.name))
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        texts.push(request.url, JSON.stringify([...request.headers]), await (await cache.match(request))!.text())
    }
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name!)
      await new Promise((done) => (opening.onsuccess = done))
      for (const store of opening.result.objectStoreNames) {
        const reading = opening.result.transaction(store).objectStore(store).getAll()
        await new Promise((done) => (reading.onsuccess = done))
        texts.push(JSON.stringify(reading.result))
      }
      opening.result.close()
    }
    return texts.join('\n')
  })
}
