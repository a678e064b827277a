// The least that a shared data plane can do: one socket, JSON.parse, and to each page the newest value once a frame.
const ports = []
let socket = null
let newest = null
let told = null

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
    told = newest
    newest = null
    for (const port of ports) port.postMessage(told)
  }, 16)
}

addEventListener('connect', ({ ports: [port] }) => {
  ports.push(port)
  port.start()
  if (told !== null) port.postMessage(told)
  if (socket === null) open()
})
