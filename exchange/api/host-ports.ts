import type { NextTurn } from '../../src/base/next-turn'

/** A message as it leaves, in bytes: made once for all who are sent it, in the form that the host's sockets take. */
export type Frame = Uint8Array
export type MakeFrame = (text: string) => Frame

/** Hash of a token, in hex: what is kept of it (SHA-256). */
export type HashToken = (token: string) => string

/** Makes the secrets of API keys from one root, and checks what was signed with them. */
export interface KeySigner {
  secretOf(apiKey: string): string
  /** Whether `signature` (hex) is the key's HMAC-SHA-256 of `text`. Takes as long for a wrong one as for the right one. */
  isSigned(apiKey: string, text: string, signature: string): boolean
}

/** A small text that outlives the process, for its owner's eyes only. */
export interface StoredText {
  /** For messages to the operator. */
  readonly name: string
  /** `null` when there is none. */
  read(): Promise<string | null>
  /** Replaces it as a whole: whoever reads it sees the old text or the new one. Settles once it is kept for good. */
  write(text: string): Promise<void>
  /** Writes behind what is there. Settles once that is kept for good, or without `isDurable` once it was handed over. */
  append(text: string, how: { readonly isDurable: boolean }): Promise<void>
  /** There is none from then on. */
  remove(): Promise<void>
}

/** The texts of one exchange, by their names. */
export type StoredTexts = (name: string) => StoredText

/** What calls and feeds need of the process that runs them, and do not find in every JavaScript. */
export interface HostPorts {
  /** `null` keeps everything in memory. */
  readonly texts: StoredTexts | null
  readonly signer: KeySigner
  readonly hashToken: HashToken
  readonly nextTurn: NextTurn
  readonly frame: MakeFrame
}
