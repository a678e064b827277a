interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string; createHTML(): never; createScript(): never },
  ): unknown
}

/**
 * Installs the only Trusted Types policy of the page: script addresses of our own origin pass (workers need
 * them), and turning text into HTML or code throws (reliability.md §6.1 item 4).
 */
export function installTrustedTypes(origin: string = location.origin): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  factory?.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, origin).origin !== origin) throw new TypeError(`a script from elsewhere was refused: ${url}`)
      return url
    },
    createHTML() {
      throw new TypeError('text is never turned into HTML here')
    },
    createScript() {
      throw new TypeError('text is never turned into code here')
    },
  })
}
