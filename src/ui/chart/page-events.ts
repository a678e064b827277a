/** A timer of the page. */
export function after(delayMs: number, call: () => void): () => void {
  const timer = setTimeout(call, delayMs)
  return () => clearTimeout(timer)
}

/** A style sheet came late: the colors that were read without it are none. */
export function styled(call: () => void): () => void {
  const hear = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') call()
  }
  document.addEventListener('load', hear, true)
  return () => document.removeEventListener('load', hear, true)
}

/** The page is hidden or goes. */
export function leaving(call: () => void): () => void {
  addEventListener('pagehide', call)
  return () => removeEventListener('pagehide', call)
}
