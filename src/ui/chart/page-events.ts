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

/** Whether the user is at an element, and when he turns to it or away: with its window, its tab, or the pointer. */
export function attentionTo(element: HTMLElement) {
  return {
    isHere: (): boolean => document.hasFocus(),
    onTurn(call: () => void): () => void {
      const over = new AbortController()
      const { signal } = over
      addEventListener('focus', call, { signal })
      document.addEventListener('visibilitychange', () => document.hidden || call(), { signal })
      // An engine in a frame of its own takes the focus without the page's knowledge.
      element.addEventListener('pointerenter', call, { signal })
      return () => over.abort()
    },
    onLeave(call: () => void): () => void {
      const over = new AbortController()
      const { signal } = over
      addEventListener('blur', call, { signal })
      document.addEventListener('visibilitychange', () => document.hidden && call(), { signal })
      element.addEventListener('pointerleave', call, { signal })
      return () => over.abort()
    },
  }
}

/** The page is hidden or goes. */
export function leaving(call: () => void): () => void {
  addEventListener('pagehide', call)
  return () => removeEventListener('pagehide', call)
}
