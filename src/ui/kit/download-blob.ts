/** Hands a file to the browser's downloads. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the data by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url))
}
