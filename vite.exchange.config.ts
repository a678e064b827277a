import { defineConfig } from 'vite'
import { buildId } from './scripts/lib/build-id.mjs'
import { threadText } from './scripts/lib/thread-text.mjs'

/** The exchange for Node, and the command that verifies its data folder. Packages stay outside and are read from node_modules. */
export default defineConfig({
  define: { __HALYARD_BUILD__: JSON.stringify(process.env['HALYARD_BUILD'] ?? buildId()) },
  plugins: [threadText()],
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/exchange',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { main: 'exchange/main.ts', verify: 'exchange/verify.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
