/** Names what the browser installs: it asks for that at once, and what the first screen needs comes before it. */
export function nameManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
