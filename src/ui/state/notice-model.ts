import type { KeyOf } from '../i18n/words'
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { isUnwanted } from '../../domain/order/order-end'
import { isForced } from '../../domain/order/order-purpose'
import type { OrderId } from '../../domain/order/order'
import { orderEnd } from '../../wire/order-end-codes'
import { refusalKind } from '../../wire/refusal-kinds'
import type { HubEvent, Notice } from '../../workers/hub-events'
import type { Rejection } from '../../workers/presses'
import { CLOSE_OF, type NotifyClose, type NotifyCloses } from './notify-close'

/** Toasts on screen at once. */
export const TOASTS_MAX = 3
/** Spec §8: of the toasts shown, at most this many are remembered … */
export const RECENT_IDS_MAX = 10
/** … and this many forgotten when it is passed. */
export const RECENT_IDS_DROPPED = 5
/** Spec §9: "Toast throttle". */
export const THROTTLE_MS = 10_000

type Unprefixed<K> = K extends `local.${infer Key}` ? Key : never
export type LocalKey = Unprefixed<KeyOf<'notices'>>

/** A line of this tab's own: a key of `locales/en/notices.json` and what goes into it. */
export interface LocalToast {
  readonly id: string
  readonly key: LocalKey
  readonly values: Readonly<Record<string, string>>
  readonly failure: boolean
  /** Goes into the line as `reason`, in words, where it is shown: they may not have come yet. */
  readonly rejection: Rejection | null
  /** What a press on its button does; absent without one. */
  readonly action?: ToastAction
}

export interface ToastAction {
  readonly label: 'showAlerts'
  run(): void
}

export type Toast =
  | { readonly from: 'hub'; readonly id: string; readonly notice: Notice }
  | ({ readonly from: 'tab' } & LocalToast)

/** Kinds that are news; all others tell of what a trader did not get, or lost, but for ends that say so themselves. */
const NEWS: ReadonlySet<Notice['kind']> = new Set([
  'orderPlaced',
  'priceAlert',
  'delivered',
  'orderAmended',
  'orderPartiallyFilled',
  'orderFilled',
])

/** Failures interrupt and stay longer; the rest is news. */
export function isFailure(toast: Toast): boolean {
  if (toast.from === 'tab') return toast.failure
  const { kind, strategy, order } = toast.notice
  if (kind === 'strategyEnded') return strategy?.status === 'stopped'
  // A fill that took the position away is no news like any other.
  if (order !== null && isForced(order)) return true
  if (kind !== 'orderCanceled') return !NEWS.has(kind)
  const end = order === null ? null : orderEnd(order)
  return end !== null && isUnwanted(end)
}

/** That nobody knows yet what became of a press; their ids begin with the press's. */
const DOUBTS: ReadonlySet<Notice['kind']> = new Set(['orderUnknown', 'changeUnknown'])

const OF_ANOTHER: ReadonlySet<string> = new Set(['accountEnded', 'accountLeft'])

/**
 * Whether it goes after a time. What says that the account on the page is not what it was does not: whoever was away when
 * it came would take what is shown for what he left.
 */
export function leavesByItself(toast: Toast): boolean {
  return toast.from === 'tab' ? !OF_ANOTHER.has(toast.key) : toast.notice.kind !== 'exchangeWentBack'
}

/** Messages that found no room since the stack was last empty: they are told as a sum. */
export interface PassedOver {
  readonly count: number
  readonly failures: number
}

const NONE_PASSED: PassedOver = { count: 0, failures: 0 }

/** The toasts to show where there is room for so many: failures before news, the newest of each, in their order. */
export function toastsToShow(toasts: readonly Toast[], room: number): readonly Toast[] {
  const failures = toasts.filter(isFailure).slice(-room)
  const left = room - failures.length
  const news = left === 0 ? [] : toasts.filter((toast) => !isFailure(toast)).slice(-left)
  return toasts.filter((toast) => failures.includes(toast) || news.includes(toast))
}

/** Toasts, newest last. The hub decides which tab shows a notice; here it is shown once and forgotten. */
export class NoticeModel {
  readonly #toasts = signal<readonly Toast[]>([])
  readonly toasts: ReadonlySignal<readonly Toast[]> = this.#toasts
  readonly #passedOver = signal(NONE_PASSED)
  readonly passedOver: ReadonlySignal<PassedOver> = this.#passedOver
  readonly #hasWall = signal(false)
  /** Whether the dialog that explains the compliance rules is open (spec §8, 10024). */
  readonly hasWall: ReadonlySignal<boolean> = this.#hasWall
  #recentIds: string[] = []
  readonly #lastShownMs = new Map<number, number>()
  readonly #together = new Set<OrderId>()
  #nextId = 1

  /** @param closes which kinds of news this browser leaves out; a failure is always told */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly closes: NotifyCloses | null = null,
  ) {}

  apply(event: HubEvent): void {
    if (event.type !== 'notice') return
    const { notice } = event
    const toast = { from: 'hub', id: notice.id, notice } as const
    if (this.#recentIds.includes(notice.id) || this.#isQuiet(notice) || this.#isClosed(toast)) return
    this.#recentIds.push(notice.id)
    if (this.#recentIds.length > RECENT_IDS_MAX) this.#recentIds = this.#recentIds.slice(RECENT_IDS_DROPPED)
    this.#show(toast)
  }

  /** What one press cancels together is told once, by whoever pressed: the cancels of these orders are not told as well. */
  tellTogether(ids: readonly OrderId[]): void {
    for (const id of ids) this.#together.add(id)
  }

  /** Whether the browser leaves this kind of news out (spec §8). */
  isClosed(name: NotifyClose): boolean {
    return this.closes?.closed.peek().has(name) ?? false
  }

  /** Says something that only this tab knows. */
  say(
    key: LocalKey,
    values: Readonly<Record<string, string>> = {},
    { failure = false, action = null }: { readonly failure?: boolean; readonly action?: ToastAction | null } = {},
  ): void {
    const id = `tab-${this.#nextId++}`
    const more = action === null ? {} : { action }
    this.#show({ from: 'tab', id, key, values, failure, rejection: null, ...more })
  }

  /** Says that something was refused, and why, unless a code has it said otherwise or not at all (spec §8). */
  sayRefused(key: LocalKey, rejection: Rejection): void {
    if (this.#isQuietCode(rejection.code, false)) return
    this.#show({ from: 'tab', id: `tab-${this.#nextId++}`, key, values: {}, failure: true, rejection })
  }

  closeWall(): void {
    this.#hasWall.value = false
  }

  /** The account that they tell of is no longer the one of the page. */
  clear(): void {
    this.#toasts.value = []
    this.#passedOver.value = NONE_PASSED
    this.closeWall()
  }

  /** @param open presses whose end is not known: of others it is no longer said that they are looked for */
  endDoubts(open: ReadonlySet<string>): void {
    const isOver = (toast: Toast): boolean =>
      toast.from === 'hub' && DOUBTS.has(toast.notice.kind) && !open.has(toast.id.split(':')[0]!)
    if (this.#toasts.value.some(isOver)) this.#toasts.value = this.#toasts.value.filter((toast) => !isOver(toast))
  }

  dismiss(id: string): void {
    this.#toasts.value = this.#toasts.value.filter((toast) => toast.id !== id)
    if (this.#toasts.value.length === 0) this.#passedOver.value = NONE_PASSED
  }

  #show(toast: Toast): void {
    const toasts = [...this.#toasts.value, toast]
    // News gives way first: the orders that one press cancelled must not push away the words about those it did not.
    while (toasts.length > TOASTS_MAX) {
      const oldestNews = toasts.findIndex((one) => !isFailure(one))
      const [passed] = toasts.splice(Math.max(0, oldestNews), 1)
      const { count, failures } = this.#passedOver.value
      const isLoss = passed !== undefined && isFailure(passed)
      this.#passedOver.value = { count: count + 1, failures: failures + (isLoss ? 1 : 0) }
    }
    this.#toasts.value = toasts
  }

  #isClosed(toast: Extract<Toast, { from: 'hub' }>): boolean {
    const name = CLOSE_OF[toast.notice.kind]
    return name !== undefined && this.isClosed(name) && !isFailure(toast)
  }

  #isQuiet(notice: Notice): boolean {
    if (notice.kind === 'orderCanceled' && notice.order !== null && this.#together.delete(notice.order.id)) return true
    // Spec §8: position notices are skipped while something is left to fill.
    if (notice.kind === 'orderPartiallyFilled' && notice.order?.leavesQty !== '0') return true
    // A liquidation that found nothing to trade with is followed by its takeover, which is told.
    if (notice.kind === 'orderCanceled' && notice.order?.filledQty === '0' && isForced(notice.order)) return true
    return this.#isQuietCode(notice.rejection?.code ?? null, notice.kind === 'callRefused')
  }

  /**
   * What a code says of being told, whichever road it came on.
   *
   * @param isRepeated whether the call repeats by itself, so that its refusal is told no oftener than a throttled one
   */
  #isQuietCode(code: number | null, isRepeated: boolean): boolean {
    const kind = refusalKind(code)
    if (code === null || kind === 'silent') return code !== null
    if (kind === 'complianceWall') {
      this.#hasWall.value = true
      return true
    }
    return (isRepeated || kind === 'throttled') && this.#wasJustTold(code)
  }

  #wasJustTold(code: number): boolean {
    const now = this.now()
    const last = this.#lastShownMs.get(code)
    if (last !== undefined && now - last < THROTTLE_MS) return true
    this.#lastShownMs.set(code, now)
    return false
  }
}
