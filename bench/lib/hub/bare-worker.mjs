// The least that a shared data plane can do: one socket, JSON.parse, and to each page the newest value once a frame.

/** @typedef {{ updateId: number, count: number, lagMs: number }} Newest */

/** @type {MessagePort[]} */
const ports = []
/** @type {WebSocket | null} */
let socket = null
/** @type {Newest | null} not sent yet */
let newest = null
/** @type {Newest | null} */
let sent = null

function open() {
  socket = new WebSocket(`${location.origin.replace('http', 'ws')}/feed`)
  let count = 0
  socket.addEventListener('message', ({ data }) => {
    const { ts, data: book } = JSON.parse(data)
    count++
    newest = { updateId: book.u, count, lagMs: Date.now() - ts }
  })
  setInterval(() => {
    if (newest === null) return
    sent = newest
    newest = null
    for (const port of ports) port.postMessage(sent)
  }, 16)
}

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return
  for (const port of event.ports) {
    ports.push(port)
    port.start()
    if (sent !== null) port.postMessage(sent)
  }
  if (socket === null) open()
})
