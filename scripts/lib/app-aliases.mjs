/** What stands in for a library's own entry wherever the app is bundled: the served build, and benches of it. */
export const APP_ALIASES = [
  // React has had this hook since 18; what stands in for it in older ones is dead weight.
  { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
  // The same library for the browsers of `target`: its entry is a script for older ones, 2 kB larger.
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
]
