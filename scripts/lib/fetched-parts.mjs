import { root } from './run.mjs'

/** The module that the build puts around each dynamic import of the app. */
const HELPER = '\0vite/preload-helper.js'

/**
 * Has every part of the app loaded by `src/ui/kit/fetch-first.ts`, which says why.
 * @returns {import('vite').Plugin}
 */
export function fetchedParts() {
  return {
    name: 'fetched-parts',
    enforce: 'pre',
    load: (id) =>
      id === HELPER ? `export { fetchFirst as __vitePreload } from '${root}src/ui/kit/fetch-first.ts'` : null,
  }
}
