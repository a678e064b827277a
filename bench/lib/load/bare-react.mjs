import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { root } from '../../../scripts/lib/run.mjs'

const PAGE = `<!doctype html><meta charset="utf-8"><title>bare</title><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/bare.js"></script>`
const SCRIPT = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { signal } from '@preact/signals-react'; createRoot(document.getElementById('root')).render(createElement('p', null, signal('1234.5')))`
const ID = 'virtual:bare'

/** The scripts of a React page with signals that shows one line, built as the app is. */
export async function buildBareReact() {
  const { build } = await import('vite')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'bare',
        resolveId: (source) => (source === ID ? `\0${ID}` : null),
        load: (source) => (source === `\0${ID}` ? SCRIPT : null),
      },
    ],
    build: { write: false, minify: true, rolldownOptions: { input: ID } },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs.flatMap((one) => (one.type === 'chunk' ? [one.code] : []))
}

/** A server with that page alone. @returns {Promise<{ origin: string, stop(): void }>} */
export async function startBareReact() {
  const packed = await promisify(brotliCompress)((await buildBareReact()).join('\n'))
  const server = createServer((request, response) => {
    const isScript = request.url === '/bare.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    if (isScript) response.setHeader('content-encoding', 'br')
    response.end(isScript ? packed : PAGE)
  })
  await new Promise((done) => server.listen(0, 'localhost', () => done(undefined)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bare page has no port')
  return { origin: `http://localhost:${address.port}`, stop: () => void server.close() }
}
