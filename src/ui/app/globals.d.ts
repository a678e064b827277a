/** Set by the build: version and commit of what runs. */
declare const __HALYARD_BUILD__: string
/** Ids of the changelog's lines that this build has (`scripts/lib/release.mjs`). */
declare const __HALYARD_CHANGES__: readonly string[]
