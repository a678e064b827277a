/** Set by the build: version and commit of what runs. */
declare const __HALYARD_BUILD__: string
