/** A picture of a chart, and what it is of. */
export interface Snapshot {
  readonly picture: Blob
  readonly symbol: string
  /** As the chart's toolbar writes it. */
  readonly interval: string
  readonly takenAtMs: number
}

type Message = { readonly kind: 'asked' } | { readonly kind: 'given'; readonly snapshot: Snapshot }

/** Pictures that a tab goes on handing out, at most: each is some hundred kilobytes. */
const OFFERED_MAX = 10
/** A tab that is there answers at once. */
const WAIT_MS = 3_000

const offered: (() => void)[] = []

/**
 * Hands a picture to the page that shows it, for as long as this tab lives: it has orders and positions on it, and nothing
 * of that is stored or sent anywhere.
 *
 * @returns the name by which that page asks for it
 */
export function offerSnapshot(snapshot: Snapshot): string {
  const id = crypto.randomUUID()
  const channel = new BroadcastChannel(channelOf(id))
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    if (data.kind === 'asked') channel.postMessage({ kind: 'given', snapshot } satisfies Message)
  })
  offered.push(() => channel.close())
  if (offered.length > OFFERED_MAX) offered.shift()?.()
  return id
}

/** @returns `null` where the tab that took it is gone, or has taken many others since */
export function askSnapshot(id: string): Promise<Snapshot | null> {
  const channel = new BroadcastChannel(channelOf(id))
  return new Promise<Snapshot | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), WAIT_MS)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'given') return
      clearTimeout(timer)
      resolve(data.snapshot)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    channel.postMessage({ kind: 'asked' } satisfies Message)
  }).finally(() => channel.close())
}

/** The file that a picture is saved as. */
export function snapshotFile({ symbol, interval }: Pick<Snapshot, 'symbol' | 'interval'>): string {
  return `${symbol.replaceAll('/', '-')}-${interval}.png`
}

/** Whether pictures go to the clipboard here: a page that is not served securely has none. */
export const canCopyPictures = typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator

/** @returns whether it is there; a browser may ask its user first */
export async function copyPicture(picture: Blob | Promise<Blob>): Promise<boolean> {
  try {
    // Given as a promise, so that the press still counts when the picture has come.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
    return true
  } catch {
    return false
  }
}

function channelOf(id: string): string {
  return `chart-snapshot/${id}`
}
