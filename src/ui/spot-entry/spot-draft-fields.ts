import { Exact, toText, type Price } from '../../domain/decimal'
import type { DraftField, DraftFields, DraftKind } from '../trading-kit/draft-move'
import type { PriceText } from '../trading-kit/price-text'
import type { SpotFormModel } from './spot-form-model'
import type { SpotLegForm } from '../trading-kit/spot-leg-form'

/** The prices of a pair's ticket, to be moved on its chart: those whose lines `spotDraftPrices` gives. */
export function spotDraftFields(ticket: SpotFormModel): DraftFields {
  const { brought, planForm } = ticket
  const plan = () => ticket.outlook.plan.peek()?.kind ?? null
  const text = (field: PriceText): DraftField => ({
    price: () => field.typed.peek(),
    write: (price) => ticket.edit(() => field.set(price)),
  })
  const leg = (form: SpotLegForm): DraftField => ({
    price: () => form.trigger.typed.peek(),
    write: (price) => ticket.edit(() => moveLeg(form, price)),
  })
  const ofPlan = (kind: DraftKind): DraftField | null => {
    switch (plan()) {
      case 'conditional':
        return kind === 'trigger' ? leg(planForm.conditional) : null
      case 'trailing':
        return kind === 'trigger' ? text(planForm.activation) : null
      case 'oco':
        if (kind === 'takeProfit') return text(planForm.ocoLimit)
        return kind === 'stopLoss' ? leg(planForm.stopLoss) : null
      case 'takeProfitStopLoss':
        return kind === 'takeProfit' || kind === 'stopLoss' ? leg(planForm[kind]) : null
      default:
        return null
    }
  }
  return {
    market: ticket.market,
    brings: () => plan() === null && brought.isOn.peek(),
    field(kind) {
      if (plan() !== null) return ofPlan(kind)
      if (kind === 'limit') return { price: () => ticket.price.typed.peek(), write: (price) => ticket.setPrice(price) }
      return kind === 'trigger' ? null : leg(brought[kind])
    },
  }
}

/** What goes to the book at the trigger keeps its distance from it. */
function moveLeg({ trigger, limit, type }: SpotLegForm, price: Price): void {
  const [from, rest] = [trigger.typed.peek(), limit.typed.peek()]
  trigger.set(price)
  if (type.peek() === 'limit' && from !== null && rest !== null)
    limit.set(toText<Price>(new Exact(rest).plus(price).minus(from)))
}
