import { hasFullNavigation, parseTradePath } from '../../domain/instrument/trade-route'

interface NavigateOptions {
  readonly replace?: boolean
}

/**
 * Whether going from one address to another loads a new page: from one trade type to another it does (spec §2), so that
 * nothing of one product's page is left in the next one's. To and from all other pages it does not.
 */
export function loadsNewPage(from: string, to: string, nowMs: number): boolean {
  const [here, there] = [parseTradePath(from, nowMs), parseTradePath(to, nowMs)]
  return here !== null && there !== null && hasFullNavigation(here, there)
}

/** Goes to an address of the app, with its locale prefix, in the way that it asks for. */
export function goTo<Options extends NavigateOptions>(
  navigate: (to: string, options?: Options) => void,
  to: string,
  options?: Options,
): void {
  if (!loadsNewPage(location.pathname, to, Date.now())) navigate(to, options)
  else if (options?.replace === true) location.replace(to)
  else location.assign(to)
}
