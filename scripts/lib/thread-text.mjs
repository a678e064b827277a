import { rolldown } from 'rolldown'

const QUERY = '?thread'

/**
 * `import source from './thread.ts?thread'`: the thread's module with all it imports, as the text of one plain script.
 * Carried as text it starts the same from the bundle, a test and a bench; written in TypeScript it is checked.
 * @returns {import('rolldown').Plugin}
 */
export function threadText() {
  return {
    name: 'thread-text',
    async resolveId(id, importer) {
      if (!id.endsWith(QUERY)) return null
      const found = await this.resolve(id.slice(0, -QUERY.length), importer)
      return found === null ? null : found.id + QUERY
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const bundle = await rolldown({ input: id.slice(0, -QUERY.length), platform: 'node', logLevel: 'warn' })
      const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false })
      await bundle.close()
      for (const module of output[0].moduleIds) this.addWatchFile(module)
      return { code: `export default ${JSON.stringify(output[0].code)}`, moduleType: 'js', moduleSideEffects: false }
    },
  }
}
