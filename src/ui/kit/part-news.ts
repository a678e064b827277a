/** What of the page comes in files of its own, by the words for it (`app:part`). */
export type Part =
  | 'assets'
  | 'chain'
  | 'chart'
  | 'connection'
  | 'diagnostics'
  | 'dialog'
  | 'hotkeys'
  | 'ladder'
  | 'markets'
  | 'messages'
  | 'offline'
  | 'openOrders'
  | 'orderHistory'
  | 'positions'
  | 'replay'
  | 'search'
  | 'settings'
  | 'strategies'
  | 'ticket'
  | 'tradeHistory'
  | 'tradePage'
  | 'update'
  | 'words'

/** Whether a part that somebody else goes on asking for came, or did not come this time. */
export type PartNews = { readonly part: Part; readonly came: boolean }

/** What was said before anybody followed: at most one for each asking of the page's first second. */
const early: PartNews[] = []
const EARLY_MAX = 100
let listener: ((news: PartNews) => void) | null = null

/** One listener follows from here on, and is told of what was said before. */
export function followPartNews(follow: (news: PartNews) => void): void {
  listener = follow
  for (const news of early.splice(0)) follow(news)
}

/** It has come. */
export function partCame(part: Part): void {
  tell({ part, came: true })
}

/** It did not come: said to the user from the second time on, like the parts that `loadPart` asks for. */
export function partFailed(part: Part): void {
  tell({ part, came: false })
}

function tell(news: PartNews): void {
  if (listener !== null) listener(news)
  else if (early.length < EARLY_MAX) early.push(news)
}
