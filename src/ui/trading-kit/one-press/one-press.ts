import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { App } from '../../state/app-context'
import { sizePresets } from '../../state/size-presets'
import { OrderActions } from '../order-actions'
import { Arming } from './arming'
import { OnePressChoices } from './one-press-choices'
import { QuickOrders } from './quick-orders'
import { QuickSizes } from './quick-sizes'

/** What all that trades by one press shares on a page. */
export interface OnePress {
  readonly arming: Arming
  readonly sizes: QuickSizes
  readonly orders: QuickOrders
  readonly actions: OrderActions
  readonly choices: OnePressChoices
  /** Whether the sheet that lists and edits hotkeys and sizes is open. */
  readonly isSheetOpen: ReadonlySignal<boolean>
  openSheet(isOpen: boolean): void
}

const known = new WeakMap<App, OnePress>()

/** The one of a page: whichever panel arms it, all of them are armed. */
export function onePressOf(app: App): OnePress {
  let one = known.get(app)
  if (one === undefined) {
    const actions = new OrderActions(app)
    const isSheetOpen = signal(false)
    one = {
      arming: new Arming(app),
      sizes: new QuickSizes(app, sizePresets(app.kept)),
      orders: new QuickOrders({
        app,
        place: (intent) => app.hub.api.placeOrder(intent),
        actions,
        now: () => Date.now(),
        monotonic: () => performance.now(),
      }),
      actions,
      choices: new OnePressChoices(app.kept),
      isSheetOpen,
      openSheet: (isOpen) => void (isSheetOpen.value = isOpen),
    }
    known.set(app, one)
  }
  return one
}
