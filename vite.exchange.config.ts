import { defineConfig } from 'vite'
import { buildId } from './scripts/lib/build-id.mjs'

/** The exchange: one file for Node. Packages stay outside and are read from node_modules. */
export default defineConfig({
  define: { __HALYARD_BUILD__: JSON.stringify(process.env['HALYARD_BUILD'] ?? buildId()) },
  publicDir: false,
  build: {
    ssr: 'exchange/main.ts',
    outDir: 'dist/exchange',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name].js' } },
  },
})
