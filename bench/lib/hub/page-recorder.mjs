/* These functions run in the page, before its own scripts; the debugger hands them over as text. */

/**
 * Listens to what the hub sends this tab, beside the tab's own listener: `updateId`, `drawn`, `books`, `weight` and
 * `status` of the page's record at all times, `lags` and `views` while notes are taken.
 */
export function recordPage() {
  /** @type {import('../page-record').PageRecord & { drawn: number, books: number, weight: number }} */
  const record = { updateId: 0, books: 0, weight: 0, drawn: 0, status: null }
  globalThis.halyardBench = record
  const listen = MessagePort.prototype.addEventListener
  /** @type {(this: MessagePort, ...args: Parameters<EventTarget['addEventListener']>) => void} */
  MessagePort.prototype.addEventListener = function addEventListener(type, listener, options) {
    if (type === 'message')
      listen.call(this, type, (event) => {
        const data = event instanceof MessageEvent ? event.data : null
        if (Array.isArray(data?.events)) for (const one of data.events) note(one)
      })
    if (listener !== null) listen.call(this, type, listener, options)
  }

  let drawnAt = 0
  const request = requestAnimationFrame
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      if (time !== drawnAt) record.drawn++
      drawnAt = time
      callback(time)
    })

  /** @param {import('../../../src/workers/hub-events').HubEvent} event */
  function note(event) {
    if (event.type === 'status') {
      record.status = event.status
      const { lastDataAtMs, lastDataLocalMs } = event.status.publicChannel
      if (lastDataAtMs !== null && lastDataLocalMs !== null)
        record.notes?.lags.push([performance.now(), lastDataLocalMs - lastDataAtMs])
    } else if (event.type === 'book') {
      record.books++
      record.updateId = event.book.updateId
      // As the hub's flight recorder weighs it.
      record.weight += 100 + 12 * (event.book.bids.length + event.book.asks.length)
      record.notes?.views.push([performance.now(), Date.now() - event.book.timeMs])
    }
  }
}

/** Of `recordPage` only `drawn`, for pages that do so little that listening to their messages would be seen. */
export function countDrawn() {
  const record = { updateId: 0, drawn: 0 }
  globalThis.halyardBench = record
  let drawnAt = 0
  const request = requestAnimationFrame
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      if (time !== drawnAt) record.drawn++
      drawnAt = time
      callback(time)
    })
}

/** Begins to take notes. */
export function startNotes() {
  const record = globalThis.halyardBench
  if (record === undefined) throw new Error('the page has no record')
  /** @type {import('../page-record').PageNotes} */
  const notes = { startedAt: performance.now(), frames: [], paints: [], lags: [], views: [] }
  record.notes = notes
  const channel = new MessageChannel()
  let frameAt = 0
  channel.port1.onmessage = () => notes.paints.push(performance.now() - frameAt)
  /** @param {number} time */
  const frame = (time) => {
    if (record.notes !== notes) return
    frameAt = time
    notes.frames.push(time)
    channel.port2.postMessage(0)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** @returns what was noted */
export function stopNotes() {
  const record = globalThis.halyardBench
  const notes = record?.notes
  if (record === undefined || notes === undefined) throw new Error('no notes were taken')
  delete record.notes
  return { ...notes, visible: document.visibilityState }
}
