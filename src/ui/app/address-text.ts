/** A name longer than this tells nobody more. */
const SHOWN_MAX = 60

/**
 * What somebody wrote into an address, fit to be shown: letters and digits of a symbol as they are, everything else
 * percent-encoded, so that nothing in it is invisible or turns the line around; and no longer than a line or two.
 */
export function addressText(written: string): string {
  const plain = /^[\w./-]*$/.test(written) ? written : encoded(written)
  return plain.length > SHOWN_MAX ? `${plain.slice(0, SHOWN_MAX)}…` : plain
}

function encoded(written: string): string {
  // Half of a surrogate pair has no encoding.
  return encodeURI(written.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll('%25', '%')
}
