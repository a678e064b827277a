// The least that a shared data plane can do: one socket, JSON.parse, and to each page the newest value once a frame.
const ports = []
let socket = null
let newest = null

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
    for (const port of ports) port.postMessage(newest)
    newest = null
  }, 16)
}

addEventListener('connect', ({ ports: [port] }) => {
  ports.push(port)
  port.start()
  if (socket === null) open()
})
