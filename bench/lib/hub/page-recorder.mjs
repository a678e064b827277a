/* This runs in the page, before its own scripts. */

/**
 * Listens to what the hub tells this tab, beside the tab's own listener, and notes frames when asked to.
 *
 * - `drawn`: animation frames in which the page had something to do; nothing is asked for to count them
 * - `frames`: time of each animation frame, as the browser says it; `paints`: milliseconds from that time until a task
 *   queued in the frame ran, which is after the main thread's paint
 * - `lags`: `[page time, milliseconds]` from the server's stamp to the hub having applied it, by the hub's own account
 * - `views`: the same from the stamp of a book's newest message to the tab having its view
 */
export function recordPage() {
  const record = (globalThis.halyardBench = { updateId: 0, books: 0, weight: 0, drawn: 0, status: null })
  const listen = MessagePort.prototype.addEventListener
  MessagePort.prototype.addEventListener = function addEventListener(type, listener, options) {
    if (type === 'message')
      listen.call(this, type, ({ data }) => {
        if (Array.isArray(data?.events)) for (const event of data.events) note(event)
      })
    listen.call(this, type, listener, options)
  }

  let drawnAt = 0
  const request = requestAnimationFrame
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      if (time !== drawnAt) record.drawn++
      drawnAt = time
      callback(time)
    })

  function note(event) {
    if (event.type === 'status') {
      record.status = event.status
      const { lastDataAtMs, lastDataLocalMs } = event.status.publicChannel
      if (lastDataAtMs !== null) record.lags?.push([performance.now(), lastDataLocalMs - lastDataAtMs])
    } else if (event.type === 'book') {
      record.books++
      record.updateId = event.book.updateId
      // As the hub's flight recorder weighs it.
      record.weight += 100 + 12 * (event.book.bids.length + event.book.asks.length)
      record.views?.push([performance.now(), Date.now() - event.book.timeMs])
    }
  }
}

/** Of `recordPage` only `drawn`, for pages that do so little that listening to what they are told would be seen. */
export function countDrawn() {
  const record = (globalThis.halyardBench = { updateId: 0, drawn: 0 })
  let drawnAt = 0
  const request = requestAnimationFrame
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      if (time !== drawnAt) record.drawn++
      drawnAt = time
      callback(time)
    })
}

/** Begins to note, from nothing. */
export function startNotes() {
  const record = globalThis.halyardBench
  Object.assign(record, { startedAt: performance.now(), frames: [], paints: [], lags: [], views: [], isNoting: true })
  const channel = new MessageChannel()
  let frameAt = 0
  channel.port1.onmessage = () => record.paints.push(performance.now() - frameAt)
  const frame = (time) => {
    if (!record.isNoting) return
    frameAt = time
    record.frames.push(time)
    channel.port2.postMessage(0)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** @returns what was noted */
export function stopNotes() {
  const { startedAt, frames, paints, lags, views, books, status, updateId } = globalThis.halyardBench
  globalThis.halyardBench.isNoting = false
  const visible = document.visibilityState
  return { startedAt, frames, paints, lags, views, books, status, updateId, visible }
}
