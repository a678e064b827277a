// A page that writes one text a frame, from the hub as shipped: attached as the app attaches (main.ts), the book watched
// as the trade page watches it, each batch acknowledged by the shipped inbox. No React, no models, nothing drawn besides.
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { attachHub } from '../../../src/ui/hub-link/attach'
import { chooseHub } from '../../../src/ui/hub-link/choose-hub'

declare const __HALYARD_BUILD__: string

/** Of the trade page's book in a window of 1440 by 900. */
const ROWS = 20

const node = document.body.appendChild(document.createTextNode('-'))
const record = (globalThis.halyardBench ??= { updateId: 0 })
const hub = attachHub({ build: __HALYARD_BUILD__, openWorker: await chooseHub() })
hub.onEvents((events) => {
  for (const event of events) {
    if (event.type !== 'book') continue
    record.updateId = event.book.updateId
    node.data = String(event.book.updateId)
  }
})
hub.watch({ topic: { kind: 'book', symbol: 'BTCUSDT' as InstrumentSymbol, depth: 50 }, rows: ROWS, group: 1 })
