import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { HubEvent, Notice } from '../../workers/hub-api'

/** Toasts on screen at once. */
export const TOASTS_MAX = 4

/** Toasts, newest last. The hub decides which tab shows a notice; here it is shown once and forgotten. */
export class NoticeModel {
  readonly #toasts = signal<readonly Notice[]>([])
  readonly toasts: ReadonlySignal<readonly Notice[]> = this.#toasts

  apply(event: HubEvent): void {
    if (event.type !== 'notice') return
    this.#toasts.value = [...this.#toasts.value.filter((toast) => toast.id !== event.notice.id), event.notice].slice(
      -TOASTS_MAX,
    )
  }

  dismiss(id: string): void {
    this.#toasts.value = this.#toasts.value.filter((toast) => toast.id !== id)
  }
}
