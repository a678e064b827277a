export function devProxy(
  exchangeUrl: string,
): Record<string, { readonly target: string; readonly changeOrigin: false; readonly ws: true }>
