/**
 * A style sheet of a module as the names of its classes, for a script that is bundled without a page of its own: a test of
 * the chart, or its bench.
 * @returns {import('rolldown').Plugin}
 */
export function styleNames() {
  return {
    name: 'style-names',
    load(id) {
      if (!id.endsWith('.css')) return null
      return { code: 'export default new Proxy({}, { get: (_, name) => String(name) })', moduleType: 'js' }
    },
  }
}
