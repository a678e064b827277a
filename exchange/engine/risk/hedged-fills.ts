import {
  addSpotHedge,
  addWeightedPnls,
  addWorstSpotHedge,
  VENUE_GRID,
  type Holding,
  type OrderedHolding,
} from '../../../src/domain/risk/portfolio-margin'

/** What a holding adds to its underlying: how much one is in the unit, and the value that one of it moves with there. */
export interface Weighing {
  readonly weight: number
  readonly factors: Float64Array | null
  readonly delta: number
}

/** Fills of orders beside a spot hedge, which they make larger or smaller. */
export interface HedgedFills {
  /** @returns whether it counts in `addTo` alone */
  take(holding: Holding, held: number, by: Weighing): boolean
  /** @param pnls of what was not taken @param wallet value of the coins that may hedge @param all with every order filled */
  addTo(pnls: Float64Array, wallet: number, all: { readonly low: number; readonly high: number }): void
}

/** In each scenario those fills that lose most with the hedge that they leave (ADR-1042). */
export class WorstFills implements HedgedFills {
  #delta = 0
  readonly #orders: OrderedHolding[] = []

  take(
    { values: { now, shocked }, least, most }: Holding,
    _held: number,
    { weight, factors, delta }: Weighing,
  ): boolean {
    if (least === most) {
      this.#delta += delta * most
      return false
    }
    const changes = shocked.map((value, at) => (value - now) * weight * (factors === null ? 1 : factors[at]!))
    this.#orders.push({ changes, delta, least, most })
    return true
  }

  addTo(pnls: Float64Array, wallet: number): void {
    addWorstSpotHedge(pnls, wallet, { delta: this.#delta, orders: this.#orders })
  }
}

/**
 * As exchanges that began before edition 7 do it: in rising scenarios with the hedge of all fills that lower the delta, in
 * falling ones of all that raise it, whichever of them the scenario fills; or without orders, where that is worse.
 */
export class FormerFills implements HedgedFills {
  readonly #heldPnls = new Float64Array(VENUE_GRID.scenarios.length)
  #heldDelta = 0

  take({ values }: Holding, held: number, by: Weighing): boolean {
    if (held === 0) return false
    addWeightedPnls(this.#heldPnls, { values, least: held, most: held }, by)
    this.#heldDelta += by.delta * held
    return false
  }

  addTo(pnls: Float64Array, wallet: number, all: { readonly low: number; readonly high: number }): void {
    addSpotHedge(pnls, wallet, all)
    addSpotHedge(this.#heldPnls, wallet, { low: this.#heldDelta, high: this.#heldDelta })
    for (let at = 0; at < pnls.length; at++) pnls[at] = Math.min(pnls[at]!, this.#heldPnls[at]!)
  }
}
