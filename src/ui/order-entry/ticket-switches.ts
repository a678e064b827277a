import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { App } from '../state/app-context'
import type { SwitchesDraft, TicketTab } from './ticket-drafts'

/** What the order is to bring besides price and quantity, as far as it is switched on. Its fields come when needed. */
export class TicketSwitches {
  readonly #hasTpSl: Signal<boolean>
  readonly #hasSlippage: Signal<boolean>
  readonly #closeOnTrigger: Signal<boolean>
  readonly #splits: Signal<boolean>
  readonly #reduceOnly: Signal<boolean>
  readonly reduceOnly: ReadonlySignal<boolean>

  /** A closing order on its trigger makes room for itself; it can only reduce (semantics.md §2.3). */
  readonly closeOnTrigger = computed(() => this.tab.value === 'conditional' && this.#closeOnTrigger.value)
  readonly isReducing = computed(() => this.#reduceOnly.value || this.closeOnTrigger.value)
  /** The switch as the trader left it; an order that reduces takes no take-profit and stop-loss. */
  readonly usesTpSl = computed(() => this.#hasTpSl.value && !this.isReducing.value)
  /** Spec §6: UTA2 accounts that are no demo, market orders only. */
  readonly maySlip = computed(() => this.tab.value === 'market' && this.app.account.view.value.boundsSlippage)
  readonly usesSlippage = computed(() => this.maySlip.value && this.#hasSlippage.value)
  /** What waits for a trigger is one order; a larger one that goes at once may be several (decisions 22). */
  readonly maySplit = computed(() => this.tab.value === 'limit' || this.tab.value === 'market')
  readonly splits = computed(() => this.maySplit.value && this.#splits.value)
  readonly needsExtras = computed(
    () => this.tab.value === 'conditional' || this.usesTpSl.value || this.usesSlippage.value,
  )

  constructor(
    private readonly tab: ReadonlySignal<TicketTab>,
    private readonly app: Pick<App, 'account'>,
    draft: SwitchesDraft | null,
  ) {
    this.reduceOnly = this.#reduceOnly = signal(draft?.reduceOnly ?? false)
    this.#hasTpSl = signal(draft?.hasTpSl ?? false)
    this.#hasSlippage = signal(draft?.hasSlippage ?? false)
    this.#splits = signal(draft?.splits ?? false)
    this.#closeOnTrigger = signal(draft?.closeOnTrigger ?? false)
  }

  setReduceOnly(isOn: boolean): void {
    this.#reduceOnly.value = isOn
  }

  setTpSl(isOn: boolean): void {
    this.#hasTpSl.value = isOn
  }

  setSlippage(isOn: boolean): void {
    this.#hasSlippage.value = isOn
  }

  setSplits(isOn: boolean): void {
    this.#splits.value = isOn
  }

  setCloseOnTrigger(isOn: boolean): void {
    this.#closeOnTrigger.value = isOn
  }

  draft(): SwitchesDraft {
    return {
      reduceOnly: this.#reduceOnly.value,
      hasTpSl: this.#hasTpSl.value,
      hasSlippage: this.#hasSlippage.value,
      splits: this.#splits.value,
      closeOnTrigger: this.#closeOnTrigger.value,
    }
  }
}
