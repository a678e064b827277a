const encoder = new TextEncoder()

/** A text as the bytes that go out. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}
