import { computed, effect, signal } from '@preact/signals-react'
import type { AlertTerms, PriceAlert } from '../../domain/market/price-alert'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Outcome, Rejection } from '../../workers/presses'
import { formatPrice } from '../format'
import { askAlerts } from '../state/alert-request'
import type { App } from '../state/app-context'
import { SeenAlerts } from './missed-alerts'

type Source = Pick<App, 'account' | 'catalogue' | 'connection' | 'kept' | 'notices'> & {
  readonly hub: { readonly api: Pick<App['hub']['api'], 'addAlert' | 'amendAlert' | 'removeAlert'> }
}

/** By which the exchange says that it knows no such alert (spec §8). */
const GONE = 110001

/** What of the browser it needs. */
export interface AlertPage {
  isVisible(): boolean
  onVisible(listener: () => void): void
  /** Runs while no other tab of this browser runs the same. */
  alone(run: () => void): void
}

/** The account's price alerts as the hub has them, what changes them, and what they did while nobody was here. */
export class AlertsModel {
  /** Newest first. */
  readonly alerts = computed(() => this.app.account.alerts.value ?? [])
  readonly #seen: SeenAlerts
  readonly #isVisible = signal(false)
  /** The account came back, and its list was not looked at since: what is new in it fired while nobody was here. */
  #isReturn = true

  constructor(
    private readonly app: Source,
    page: AlertPage = LIVE_PAGE,
  ) {
    this.#seen = new SeenAlerts(app.kept.local)
    this.#isVisible.value = page.isVisible()
    page.onVisible(() => (this.#isVisible.value = page.isVisible()))
    effect(() => {
      const account = app.account.session.value?.account
      if (account === undefined || !app.connection.isLive.value) {
        this.#isReturn = true
        return
      }
      const alerts = app.account.alerts.value
      // A tab that nobody looks at leaves it to one that is seen.
      if (alerts !== null && this.#isVisible.value) page.alone(() => this.#look(account, alerts))
    })
  }

  /** Those that still wait, of one contract. Reads a signal. */
  waiting(symbol: InstrumentSymbol): readonly PriceAlert[] {
    return this.alerts.value.filter((one) => one.symbol === symbol && one.isActive)
  }

  /** @returns whether it was taken, as far as is known; what was not is said by a notice */
  add(terms: AlertTerms): Promise<boolean> {
    return this.#told(this.app.hub.api.addAlert(terms), 'alertNotSet')
  }

  /** As `add`, for a form that says itself why it was refused. @returns why, or `null` */
  async set(terms: AlertTerms): Promise<Rejection | null> {
    const outcome = await this.app.hub.api.addAlert(terms)
    return outcome.kind === 'refused' ? outcome.rejection : null
  }

  /** Gives an alert other terms; it waits anew. */
  amend({ id }: PriceAlert, terms: AlertTerms): Promise<boolean> {
    return this.#told(this.app.hub.api.amendAlert({ ...terms, id }), 'alertRefused')
  }

  async remove({ id, symbol }: PriceAlert): Promise<boolean> {
    const outcome = await this.app.hub.api.removeAlert({ symbol, alertId: id })
    // Removed by a second press or by another tab: it is gone, as was asked for.
    if (outcome.kind === 'refused' && outcome.rejection.code === GONE) return true
    return this.#told(Promise.resolve(outcome), 'alertNotRemoved')
  }

  async #told(
    asked: Promise<Outcome<null>>,
    refused: 'alertNotSet' | 'alertRefused' | 'alertNotRemoved',
  ): Promise<boolean> {
    const outcome = await asked
    if (outcome.kind === 'refused') this.app.notices.sayRefused(refused, outcome.rejection)
    return outcome.kind !== 'refused'
  }

  #look(account: string, alerts: readonly PriceAlert[]): void {
    // The account may have gone while this waited for its turn (I12).
    if (this.app.account.session.peek()?.account !== account) return
    const missed = this.#seen.see(account, alerts)
    const isReturn = this.#isReturn
    this.#isReturn = false
    const [newest] = missed
    // What fires while somebody is here is said by its own notice.
    if (!isReturn || newest === undefined) return
    const { symbol, price } = newest
    const tick = this.app.catalogue.bySymbol.peek().get(symbol)?.tickSize ?? null
    const values = { count: String(missed.length), symbol, price: formatPrice(newest.firedPrice, tick) }
    const run = (): void => askAlerts(this.app, { symbol, price })
    const action = { label: 'showAlerts', run } as const
    this.app.notices.say(missed.length === 1 ? 'alertMissed' : 'alertsMissed', values, { action })
  }
}

const LIVE_PAGE: AlertPage = {
  isVisible: () => document.visibilityState === 'visible',
  onVisible: (listener) => document.addEventListener('visibilitychange', listener),
  alone: (run) => void navigator.locks.request('halyard-alerts-seen', async () => run()),
}

const known = new WeakMap<object, AlertsModel>()

/** The one of a page. */
export function alertsOf(app: Source): AlertsModel {
  const model = known.get(app) ?? new AlertsModel(app)
  known.set(app, model)
  return model
}
