import type { V5SocketKind } from './v5/dialect'

/** What a socket is for, by the address that it was asked for at. */
export type SocketKind =
  | { readonly dialect: 'native'; readonly channel: 'public' | 'private' }
  | { readonly dialect: 'v5'; readonly kind: V5SocketKind }

const NATIVE: ReadonlyMap<string, 'public' | 'private'> = new Map([
  ['/realtime_public', 'public'],
  ['/realtime_private', 'private'],
])
const V5: ReadonlyMap<string, V5SocketKind> = new Map<string, V5SocketKind>([
  ...['linear', 'inverse', 'spot', 'option', 'spread'].map(
    (category) => [`/v5/public/${category}`, { kind: 'public', category }] as const,
  ),
  ['/v5/private', { kind: 'private' }],
  ['/v5/trade', { kind: 'trade' }],
])

/** @param target path and query as they came: it need not be an address at all (`//` is none). @returns `null` for none of ours */
export function readSocketKind(target: string): SocketKind | null {
  if (!target.startsWith('/') || !URL.canParse(target, 'http://localhost')) return null
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  const kind = V5.get(pathname)
  if (kind !== undefined) return { dialect: 'v5', kind }
  const channel = searchParams.get('v') === '2' ? NATIVE.get(pathname) : undefined
  return channel === undefined ? null : { dialect: 'native', channel }
}
