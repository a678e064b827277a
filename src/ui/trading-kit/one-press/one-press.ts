import type { App } from '../../state/app-context'
import { sizePresets } from '../../state/size-presets'
import { OrderActions } from '../order-actions'
import { Arming } from './arming'
import { QuickOrders } from './quick-orders'
import { QuickSizes } from './quick-sizes'

/** What all that trades by one press shares on a page. */
export interface OnePress {
  readonly arming: Arming
  readonly sizes: QuickSizes
  readonly orders: QuickOrders
  readonly actions: OrderActions
}

const known = new WeakMap<App, OnePress>()

/** The one of a page: whichever panel arms it, all of them are armed. */
export function onePressOf(app: App): OnePress {
  let one = known.get(app)
  if (one === undefined) {
    const actions = new OrderActions(app)
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
    }
    known.set(app, one)
  }
  return one
}
