/** @returns so many random bytes in hex: nobody guesses them */
export function randomHex(bytes: number): string {
  let text = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(bytes))) text += byte.toString(16).padStart(2, '0')
  return text
}

/** @returns so many random bytes in base64url: nobody guesses them, and they may stand in an address or a cookie */
export function randomWord(bytes: number): string {
  const raw = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))
  return btoa(raw).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
