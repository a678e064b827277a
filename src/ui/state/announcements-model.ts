import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { Unreadable } from '../../base/unreadable'
import type { Notice } from '../../domain/market/notice'
import { parseNotices } from '../../wire/push/notice'
import type { HubEvent } from '../../workers/hub-events'
import type { KeptTexts } from './kept'

const DISMISSED_KEY = 'DISMISSED_NOTICES'
/** Ids that are remembered as dismissed; the exchange has far fewer at once. */
const DISMISSED_MAX = 100

/** What the exchange announces to everybody, without what was dismissed in this tab. */
export class AnnouncementsModel {
  readonly #all = signal<readonly Notice[]>([])
  readonly #dismissed: ReturnType<typeof signal<readonly string[]>>
  /** The next event first. */
  readonly shown: ReadonlySignal<readonly Notice[]>

  constructor(private readonly kept: KeptTexts) {
    this.#dismissed = signal<readonly string[]>(readIds(kept))
    this.shown = computed(() => this.#all.value.filter((one) => !this.#dismissed.value!.includes(nameOf(one))))
  }

  apply(event: HubEvent): void {
    if (event.type !== 'announcements') return
    try {
      this.#all.value = parseNotices(event.data)
    } catch (error) {
      // A list of a newer build of the exchange: what was known stays until its time is over.
      if (!(error instanceof Unreadable)) throw error
    }
  }

  dismiss(notice: Notice): void {
    const ids = [...this.#dismissed.peek()!, nameOf(notice)].slice(-DISMISSED_MAX)
    this.#dismissed.value = ids
    try {
      this.kept.setItem(DISMISSED_KEY, JSON.stringify(ids))
    } catch {
      // Without storage it is dismissed for as long as the page lives.
    }
  }
}

/** The operator's changed words under the same id are news. */
function nameOf({ id, text, atMs }: Notice): string {
  return `${id} ${atMs} ${text}`
}

function readIds(kept: KeptTexts): readonly string[] {
  try {
    const ids: unknown = JSON.parse(kept.getItem(DISMISSED_KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((one): one is string => typeof one === 'string') : []
  } catch {
    return []
  }
}
