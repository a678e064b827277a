import type { Price } from '../../../src/domain/decimal'
import type { Ticker } from '../../../src/domain/market/market'
import {
  firedAlert,
  NOTHING_SEEN,
  watchAlert,
  type AlertMemory,
  type AlertTerms,
  type PriceAlert,
} from '../../../src/domain/market/price-alert'
import { isObject, type JsonObject } from '../../../src/wire/json'
import { parsePriceAlert, writePriceAlert, writeRemovedAlert } from '../../../src/wire/push/price-alerts'
import type { VenueEvent } from '../../venue/venue-port'
import { parseStrictJson } from '../calls/shared/http/strict-json'
import type { StoredText, StoredTexts } from '../host-ports'
import { WholeText } from '../sessions/whole-text'

/** Alerts of one account, those that are over included. */
export const ALERTS_MAX = 100
/** Removed alerts of one account whose press is remembered; the one that was removed first is forgotten first. */
const REMOVED_MAX = 100
/** By which a press is the same as another. */
const TERM_NAMES = ['symbol', 'condition', 'price', 'percent', 'by', 'frequency', 'interval'] as const
const NEVER_FIRED = { firedCount: 0, firedAtMs: null, firedPrice: null } as const
/** Accounts with alerts; the one that set its last one longest ago goes first. */
const ACCOUNTS_MAX = 10_000

interface Watched {
  readonly account: string
  /** As it was when it was set: the answer to its press. */
  readonly first: PriceAlert
  alert: PriceAlert
  seen: AlertMemory
}

interface Own {
  /** By id, oldest first. */
  readonly alerts: Map<string, Watched>
  /** What is removed, as it was when it was set, by its press. */
  readonly removed: Map<string, PriceAlert>
}

interface Ports {
  newId(): string
  /** Says how an alert is now. */
  changed(account: string, alert: PriceAlert): void
  removed(account: string, alert: PriceAlert): void
  trace(error: unknown): void
}

/**
 * The price alerts of all accounts: a text beside the sessions', and no part of the ledger, since they move no money and
 * the matching never reads them. They are looked at with each ticker, whoever has a page open, and what fired is on disk
 * before it is said: whoever is told is told once.
 */
export class PriceAlerts {
  /** In the order of their last change. */
  readonly #byAccount = new Map<string, Own>()
  readonly #bySymbol = new Map<string, Set<Watched>>()
  readonly #stored: WholeText

  private constructor(
    stored: StoredText | null,
    private readonly ports: Ports,
  ) {
    this.#stored = new WholeText(stored, () => JSON.stringify(this.#written()))
  }

  /** @param texts `null` keeps everything in memory. @throws when what is stored is none of this */
  static async load(
    texts: StoredTexts | null,
    isKnown: (account: string) => boolean,
    ports: Ports,
  ): Promise<PriceAlerts> {
    const stored = texts?.('price-alerts.json') ?? null
    const alerts = new PriceAlerts(stored, ports)
    const parsed = parseStrictJson((await stored?.read()) ?? '{}')
    if (!parsed.ok || !isObject(parsed.value)) throw new Error('price-alerts.json is no list of alerts')
    for (const [account, rows] of Object.entries(parsed.value)) {
      if (!isKnown(account) || !Array.isArray(rows)) continue
      for (const row of rows as readonly JsonObject[]) alerts.#restore(account, row)
    }
    return alerts
  }

  /** Newest first. */
  of(account: string): readonly PriceAlert[] {
    return [...(this.#byAccount.get(account)?.alerts.values() ?? [])].map(({ alert }) => alert).toReversed()
  }

  /**
   * Settles once it is on disk. The same press again is the same alert, also when that was removed since.
   *
   * @param linkId of the press; `null` where its program named none
   * @returns `null` where the account has as many as it may, and `other` where the press set one of other terms
   */
  async add(
    account: string,
    terms: AlertTerms,
    { linkId = null, timeMs }: { readonly linkId?: string | null; readonly timeMs: number },
  ): Promise<PriceAlert | 'other' | null> {
    const known = linkId === null ? null : this.ofPress(account, linkId, terms)
    if (known !== null) return known
    if ((this.#byAccount.get(account)?.alerts.size ?? 0) >= ALERTS_MAX) return null
    const alert = { ...terms, ...NEVER_FIRED, id: this.ports.newId(), linkId, createdAtMs: timeMs, isActive: true }
    this.#watch(account, alert, alert)
    this.#forgetOldest()
    await this.#stored.save()
    this.ports.changed(account, alert)
    return alert
  }

  /**
   * The alert that a press has set, as it was then: whatever became of it, a repeat gets the first answer.
   *
   * @returns `null` at once where there is none, and `other` where it has other terms; settles once it is on disk
   */
  ofPress(account: string, linkId: string, terms: AlertTerms): Promise<PriceAlert> | 'other' | null {
    const own = this.#byAccount.get(account)
    const waiting = [...(own?.alerts.values() ?? [])].find(({ alert }) => alert.linkId === linkId)
    const first = waiting?.first ?? own?.removed.get(linkId)
    if (first === undefined) return null
    return TERM_NAMES.every((name) => first[name] === terms[name]) ? this.#stored.flush().then(() => first) : 'other'
  }

  /** Settles once it is on disk. It waits anew, as one that was just set. @returns `null` where the account has none such */
  async amend(account: string, id: string, terms: AlertTerms): Promise<PriceAlert | null> {
    const watched = this.#byAccount.get(account)?.alerts.get(id)
    if (watched === undefined || watched.alert.symbol !== terms.symbol) return null
    this.#unwatch(watched)
    const alert = { ...watched.alert, ...terms, ...NEVER_FIRED, isActive: true }
    this.#watch(account, alert, watched.first)
    await this.#stored.save()
    this.ports.changed(account, alert)
    return alert
  }

  /** Settles once it is on disk. @returns whether the account had it */
  async remove(account: string, id: string): Promise<boolean> {
    const own = this.#byAccount.get(account)
    const watched = own?.alerts.get(id)
    if (own === undefined || watched === undefined) return false
    own.alerts.delete(id)
    keepRemoved(own, watched.first)
    if (own.alerts.size + own.removed.size === 0) this.#byAccount.delete(account)
    this.#unwatch(watched)
    await this.#stored.save()
    this.ports.removed(account, watched.alert)
    return true
  }

  /** Looks at the prices that an input changed. */
  take(events: readonly VenueEvent[]): void {
    const fired: Watched[] = []
    for (const event of events) if (event.type === 'ticker') fired.push(...this.#look(event.ticker))
    if (fired.length === 0) return
    const told = fired.map(({ account, alert }) => ({ account, alert }))
    this.#stored.save().then(
      () => {
        for (const { account, alert } of told) this.ports.changed(account, alert)
      },
      // A full disk keeps nothing: it is said all the same, and after a crash perhaps once more.
      (error: unknown) => {
        this.ports.trace(error)
        for (const { account, alert } of told) this.ports.changed(account, alert)
      },
    )
  }

  /** Settles when what was changed so far is on disk. */
  flush(): Promise<void> {
    return this.#stored.flush()
  }

  #look(ticker: Ticker): readonly Watched[] {
    const fired: Watched[] = []
    for (const watched of this.#bySymbol.get(ticker.symbol) ?? []) {
      const price = priceOf(ticker, watched.alert)
      if (price === null) continue
      const look = watchAlert(watched.alert, watched.seen, price, ticker.timeMs)
      watched.seen = look.seen
      if (look.fired === null) continue
      watched.alert = firedAlert(watched.alert, look.fired, ticker.timeMs)
      fired.push(watched)
      if (!watched.alert.isActive) this.#unwatch(watched)
    }
    return fired
  }

  /** One of an earlier build has no first state: it is then what it is now. */
  #restore(account: string, row: JsonObject): void {
    const alert = parsePriceAlert(row)
    const first = row['first']
    if (row['isRemoved'] === true) keepRemoved(this.#ownOf(account), alert)
    else this.#watch(account, alert, isObject(first) ? parsePriceAlert(first) : alert)
  }

  /** Of the account that changes something now. */
  #ownOf(account: string): Own {
    const own = this.#byAccount.get(account) ?? { alerts: new Map(), removed: new Map() }
    this.#byAccount.delete(account)
    this.#byAccount.set(account, own)
    return own
  }

  #watch(account: string, alert: PriceAlert, first: PriceAlert): void {
    // What fired has been on that side of its level: it fires again only after it was on the other.
    const watched = { account, first, alert, seen: { ...NOTHING_SEEN, price: alert.firedPrice } }
    this.#ownOf(account).alerts.set(alert.id, watched)
    if (!alert.isActive) return
    const others = this.#bySymbol.get(alert.symbol) ?? new Set()
    this.#bySymbol.set(alert.symbol, others.add(watched))
  }

  #unwatch(watched: Watched): void {
    const others = this.#bySymbol.get(watched.alert.symbol)
    others?.delete(watched)
    if (others?.size === 0) this.#bySymbol.delete(watched.alert.symbol)
  }

  #forgetOldest(): void {
    const [oldest] = this.#byAccount
    if (this.#byAccount.size <= ACCOUNTS_MAX || oldest === undefined) return
    for (const watched of oldest[1].alerts.values()) this.#unwatch(watched)
    this.#byAccount.delete(oldest[0])
  }

  #written(): Readonly<Record<string, readonly object[]>> {
    return Object.fromEntries(
      [...this.#byAccount].map(([account, { alerts, removed }]) => [
        account,
        [
          ...[...removed.values()].map(writeRemovedAlert),
          ...[...alerts.values()].map(({ alert, first }) => ({
            ...writePriceAlert(alert),
            // Nobody asks for the first state of one without a press.
            ...(alert === first || alert.linkId === null ? {} : { first: writePriceAlert(first) }),
          })),
        ],
      ]),
    )
  }
}

function keepRemoved({ removed }: Own, first: PriceAlert): void {
  if (first.linkId === null) return
  removed.set(first.linkId, first)
  const [oldest] = removed.keys()
  if (removed.size > REMOVED_MAX && oldest !== undefined) removed.delete(oldest)
}

function priceOf(ticker: Ticker, { by }: PriceAlert): Price | null {
  if (by === 'index') return ticker.indexPrice
  return by === 'mark' ? ticker.markPrice : ticker.lastPrice
}
