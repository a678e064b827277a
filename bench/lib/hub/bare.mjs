// A page that writes one text a frame: from a socket of its own, or from the bare worker (?shared).
const node = document.body.appendChild(document.createTextNode('-'))
const record = (globalThis.halyardBench ??= { updateId: 0 })

if (location.search === '?shared') {
  const { port } = new SharedWorker('/bare-worker.mjs', { type: 'module', name: 'bare' })
  port.addEventListener('message', ({ data }) => {
    requestAnimationFrame(() => {
      node.data = String(data.updateId)
    })
    record.updateId = data.updateId
    record.notes?.lags.push([performance.now(), data.lagMs])
  })
  port.start()
} else {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/feed`)
  let isDue = false
  let newest = 0
  socket.addEventListener('message', ({ data }) => {
    if (!isDue)
      requestAnimationFrame(() => {
        node.data = String(newest)
        isDue = false
      })
    isDue = true
    newest = JSON.parse(data).data.u
    record.updateId = newest
  })
}
