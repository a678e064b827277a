import { effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { Unreadable } from '../../base/unreadable'
import type { AlertTerms, PriceAlert } from '../../domain/market/price-alert'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { JsonObject } from '../../wire/json'
import {
  ALERT_CREATE_PATH,
  ALERT_LIST_PATH,
  ALERT_REMOVE_PATH,
  parsePriceAlert,
  writeAlertTerms,
} from '../../wire/push/price-alerts'
import { formatPrice } from '../format'
import type { App } from '../state/app-context'
import { AlertCallFailed, callExchange, type AlertCall } from './alert-calls'
import { SeenAlerts } from './missed-alerts'

/** Tells the other tabs that the list has changed. */
const CHANNEL = 'halyard-alerts'

type Source = Pick<App, 'account' | 'catalogue' | 'connection' | 'kept' | 'notices'> & {
  readonly hub: Pick<App['hub'], 'onEvents'>
}

/** The account's price alerts as the exchange has them: read anew whenever something may have changed them. */
export class AlertsModel {
  readonly #alerts = signal<readonly PriceAlert[]>([])
  /** Newest first. */
  readonly alerts: ReadonlySignal<readonly PriceAlert[]> = this.#alerts
  /** An answer to a reading that was begun before another one is dropped. */
  #reading = 0
  /** The account came back, and its list has not been read since: what is new in it fired while nobody was here. */
  #isReturn = false
  readonly #seen: SeenAlerts
  readonly #leads = new Map<InstrumentSymbol, (alert: PriceAlert) => void>()
  readonly #tellTabs: () => void

  constructor(
    private readonly app: Source,
    private readonly call: AlertCall = callExchange,
    news: BroadcastChannel | null = typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : null,
  ) {
    this.#seen = new SeenAlerts(app.kept.local)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    this.#tellTabs = () => news?.postMessage('changed')
    news?.addEventListener('message', () => void this.load())
    app.hub.onEvents((events) => {
      if (events.some((event) => event.type === 'notice' && event.notice.kind === 'priceAlert')) void this.#changed()
    })
    effect(() => {
      const isHere = app.account.session.value !== null && app.connection.isLive.value
      // Nothing of one account is shown to the next (I12).
      void app.account.life.value
      this.#isReturn = isHere
      if (isHere) void this.load()
      else if (app.account.session.peek() === null) this.#alerts.value = []
    })
  }

  /** Those that still wait, of one contract. Reads a signal. */
  waiting(symbol: InstrumentSymbol): readonly PriceAlert[] {
    return this.#alerts.value.filter((one) => one.symbol === symbol && one.isActive)
  }

  /** How the list of a contract is opened, where a chart of it is on the page. */
  leadTo(symbol: InstrumentSymbol, open: (alert: PriceAlert) => void): void {
    this.#leads.set(symbol, open)
  }

  async load(): Promise<void> {
    const own = ++this.#reading
    const { account } = this.app
    const life = account.life.peek()
    try {
      const { list } = await this.call('GET', ALERT_LIST_PATH)
      const alerts = (list as readonly JsonObject[]).map(parsePriceAlert)
      if (own === this.#reading && life === account.life.peek()) this.#show(alerts)
    } catch (error) {
      // What was known stays; the next reason to read it asks again.
      if (!(error instanceof AlertCallFailed) && !(error instanceof Unreadable)) throw error
    }
  }

  #show(alerts: readonly PriceAlert[]): void {
    this.#alerts.value = alerts
    const account = this.app.account.session.peek()?.account
    if (account === undefined) return
    const missed = this.#seen.see(account, alerts)
    const isReturn = this.#isReturn
    this.#isReturn = false
    const [newest] = missed
    // What fires while somebody is here is said by its own notice.
    if (!isReturn || newest === undefined) return
    const tick = this.app.catalogue.bySymbol.peek().get(newest.symbol)?.tickSize ?? null
    const price = formatPrice(newest.firedPrice, tick)
    const values = { count: String(missed.length), symbol: newest.symbol, price }
    const open = this.#leads.get(newest.symbol)
    this.app.notices.say(missed.length === 1 ? 'alertMissed' : 'alertsMissed', values, {
      action: open === undefined ? null : { label: 'showAlerts', run: () => open(newest) },
    })
  }

  /** @returns whether the exchange took it; what it did not is said by a notice */
  add(terms: AlertTerms): Promise<boolean> {
    return this.#change(ALERT_CREATE_PATH, writeAlertTerms(terms))
  }

  remove(id: string): Promise<boolean> {
    return this.#change(ALERT_REMOVE_PATH, { alertId: id })
  }

  async #change(path: string, body: object): Promise<boolean> {
    try {
      await this.call('POST', path, body)
    } catch (error) {
      if (!(error instanceof AlertCallFailed)) throw error
      this.app.notices.say('alertRefused', {}, { failure: true })
      await this.load()
      return false
    }
    await this.#changed()
    return true
  }

  async #changed(): Promise<void> {
    this.#tellTabs()
    await this.load()
  }
}

const known = new WeakMap<object, AlertsModel>()

/** The one of a page. */
export function alertsOf(app: Source): AlertsModel {
  const model = known.get(app) ?? new AlertsModel(app, callUnlessPlayed(app))
  known.set(app, model)
  return model
}

/** A recording that is played touches nothing of the exchange. */
function callUnlessPlayed({ connection }: Source): AlertCall {
  return (method, path, body) => {
    if (connection.isReplay.peek()) return Promise.reject(new AlertCallFailed(path))
    return callExchange(method, path, body)
  }
}
