// A page that writes one text a frame: from a socket of its own, or from the bare worker (?shared).
const node = document.body.appendChild(document.createTextNode('-'))
const record = (globalThis.halyardBench ??= {})

if (location.search === '?shared') {
  const { port } = new SharedWorker('/bare-worker.mjs', { type: 'module', name: 'bare' })
  port.addEventListener('message', ({ data }) => {
    requestAnimationFrame(() => {
      node.data = String(data.updateId)
    })
    record.updateId = data.updateId
    record.lags?.push([performance.now(), data.lagMs])
  })
  port.start()
} else {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/feed`)
  let newest = null
  socket.addEventListener('message', ({ data }) => {
    if (newest === null)
      requestAnimationFrame(() => {
        node.data = String(newest.u)
        newest = null
      })
    newest = JSON.parse(data).data
    record.updateId = newest.u
  })
}
