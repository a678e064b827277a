import type account from '../../../locales/en/account.json'
import type announcement from '../../../locales/en/announcement.json'
import type app from '../../../locales/en/app.json'
import type ask from '../../../locales/en/ask.json'
import type assets from '../../../locales/en/assets.json'
import type barReplay from '../../../locales/en/barReplay.json'
import type chain from '../../../locales/en/chain.json'
import type chart from '../../../locales/en/chart.json'
import type columns from '../../../locales/en/columns.json'
import type depth from '../../../locales/en/depth.json'
import type diagnostics from '../../../locales/en/diagnostics.json'
import type history from '../../../locales/en/history.json'
import type hotkeys from '../../../locales/en/hotkeys.json'
import type ladder from '../../../locales/en/ladder.json'
import type drawings from '../../../locales/en/drawings.json'
import type help from '../../../locales/en/help.json'
import type layouts from '../../../locales/en/layouts.json'
import type market from '../../../locales/en/market.json'
import type markets from '../../../locales/en/markets.json'
import type option from '../../../locales/en/option.json'
import type notices from '../../../locales/en/notices.json'
import type portfolio from '../../../locales/en/portfolio.json'
import type positions from '../../../locales/en/positions.json'
import type replay from '../../../locales/en/replay.json'
import type settings from '../../../locales/en/settings.json'
import type snapshot from '../../../locales/en/snapshot.json'
import type spot from '../../../locales/en/spot.json'
import type spread from '../../../locales/en/spread.json'
import type strategies from '../../../locales/en/strategies.json'
import type studies from '../../../locales/en/studies.json'
import type ticket from '../../../locales/en/ticket.json'
import type tpsl from '../../../locales/en/tpsl.json'
import type trade from '../../../locales/en/trade.json'

/** The English words, which every other language has the keys of (tests/ui/i18n). A wrong key does not compile. */
interface Words {
  readonly account: typeof account
  readonly announcement: typeof announcement
  readonly app: typeof app
  readonly ask: typeof ask
  readonly assets: typeof assets
  readonly barReplay: typeof barReplay
  readonly chain: typeof chain
  readonly chart: typeof chart
  readonly columns: typeof columns
  readonly depth: typeof depth
  readonly diagnostics: typeof diagnostics
  readonly help: typeof help
  readonly history: typeof history
  readonly hotkeys: typeof hotkeys
  readonly ladder: typeof ladder
  readonly drawings: typeof drawings
  readonly layouts: typeof layouts
  readonly market: typeof market
  readonly markets: typeof markets
  readonly notices: typeof notices
  readonly option: typeof option
  readonly portfolio: typeof portfolio
  readonly positions: typeof positions
  readonly replay: typeof replay
  readonly settings: typeof settings
  readonly snapshot: typeof snapshot
  readonly spot: typeof spot
  readonly spread: typeof spread
  readonly strategies: typeof strategies
  readonly studies: typeof studies
  readonly ticket: typeof ticket
  readonly tpsl: typeof tpsl
  readonly trade: typeof trade
}

export type Namespace = keyof Words

/** A key is asked for without the ending that a number gives it. */
type WithoutPlural<K extends string> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Base
  : K

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Paths<T[K]>}`
}[keyof T & string]

/** Keys of a namespace, nested ones with dots. */
export type KeyOf<N extends Namespace> = N extends Namespace ? Paths<Words[N]> : never

/** Keys that name their namespace: `notices:reason.unknown`. */
export type QualifiedKey = { [N in Namespace]: `${N}:${KeyOf<N>}` }[Namespace]

export type Values = Readonly<Record<string, unknown>>

/** Words of one namespace, or of another that the key names. */
export type Translate<N extends Namespace> = (key: KeyOf<N> | QualifiedKey, values?: Values) => string
