import type { HubChange } from './hub-change'
import type { Turns } from './ports'
import { Departure } from './tabs/departure'
import type { Tabs } from './tabs/tabs'

/** The one way from what the hub knows to its tabs: notes for each tab what it has yet to be told, and when that leaves. */
export class Changes {
  readonly #departure: Departure

  constructor(
    turns: Turns,
    private readonly tabs: () => Tabs,
  ) {
    this.#departure = new Departure(turns, () => tabs().flush())
  }

  /** Whether batches are about to leave. */
  get isDeparting(): boolean {
    return this.#departure.isPending
  }

  publish(change: HubChange): void {
    if (isBeginning(change)) this.#departure.shortly()
    else this.#departure.soon()
    const tabs = this.tabs()
    if (change === 'statusMoved') tabs.statusMoved()
    else if (typeof change === 'string') tabs.mark(change)
    else tabs.note(change)
  }
}

/** What is only the beginning of a market step waits a moment for its end. */
function isBeginning(change: HubChange): boolean {
  if (typeof change === 'string') return false
  return change.kind === 'trades' || change.kind === 'candles' || (change.kind === 'topic' && change.isBook)
}
