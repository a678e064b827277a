/**
 * Style sheets that failed. The browser asks for none of them again, and who wants a sheet takes one that stands in the
 * page for one that has come: so those that failed leave it.
 */
const failed = new Map<string, HTMLLinkElement>()
const renewing = new Map<string, Promise<void>>()

/** A sheet of a part could not be loaded. */
export function styleFailed(link: HTMLLinkElement): void {
  failed.set(link.href, link)
}

/** Addresses of those that failed and have not come since. */
export function failedStyles(): readonly string[] {
  return [...failed.keys()]
}

/**
 * Asks for failed sheets again, each once at a time, whoever else waits for it.
 * @throws when one of these does not come
 */
export async function mendStyles(addresses: Iterable<string>): Promise<void> {
  await Promise.all([...addresses].map((address) => mend(address)))
}

function mend(address: string): Promise<void> {
  const under = renewing.get(address)
  if (under !== undefined) return under
  const link = failed.get(address)
  if (link === undefined) return Promise.resolve()
  const renewed = renew(link).finally(() => renewing.delete(address))
  renewing.set(address, renewed)
  return renewed
}

function renew(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = link.cloneNode() as HTMLLinkElement
    next.addEventListener('load', () => {
      failed.delete(next.href)
      resolve()
    })
    next.addEventListener('error', () => {
      next.remove()
      styleFailed(next)
      reject(new Error(`no style sheet: ${next.href}`))
    })
    link.remove()
    document.head.append(next)
  })
}

if (typeof document === 'object') {
  document.addEventListener(
    'error',
    ({ target }) => {
      // The page's first sheets are renewed by `src/page/first-parts.js`: whoever asks for them here, too, waits for an
      // element that is not in the page any more.
      if (target instanceof HTMLLinkElement && target.dataset['part'] !== undefined) styleFailed(target)
    },
    true,
  )
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLLinkElement) failed.delete(target.href)
    },
    true,
  )
}
