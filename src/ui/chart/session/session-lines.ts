import { computed, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { snapPrice } from '../../../domain/order/price-rules'
import { say } from '../../i18n/instance'
import type { App } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import { restingEffect } from '../../state/slow-effect'
import type { ChartMenuItem, ChartSources, LineSpec } from '../../trading-kit/chart-line'
import type { ChartState } from '../chart-state'
import { chosenLines, type LineChoices } from '../lines/line-choices'
import { placedLines } from '../lines/line-place'
import { LineSync } from '../lines/line-sync'
import { markLine } from '../lines/mark-line'
import { showExecutions } from '../lines/show-executions'
import type { ChartEvents, ChartPort } from '../port/chart-port'

interface Joined {
  readonly app: App
  readonly market: MarketModel
  readonly state: ChartState
  readonly port: ChartPort
  readonly sources: ChartSources
  /** Whether the past is played: what is of now does not belong beside it. */
  isReplayed(): boolean
  /** Which of the lines are seen, and moved by hand. */
  readonly choices: ReadonlySignal<LineChoices>
  /** Takes all of them, also what is hidden. */
  readonly known: Signal<readonly LineSpec[]>
  /** What can be done with drawings. */
  drawingMenu(): Promise<readonly ChartMenuItem[]>
}

/** What others draw on a chart, and what they offer at a price of it. */
export function joinLines(joined: Joined): () => void {
  const { app, market, state, port, sources, isReplayed, choices, known, drawingMenu } = joined
  const lines = new LineSync(port)
  // Each by itself: a step of the mark price makes the lines of orders anew no more than those of the ticket.
  const parts = sources.lines.map((linesOf) =>
    computed(() => (market.listed.value === null ? [] : linesOf(market.listed.value))),
  )
  const stops = [
    // The engine draws its whole pane for one line that changes with the ticket.
    restingEffect(() => showLines()),
    port.on('menu', (at) => void openMenu(at)),
    showExecutions(port, () => (isReplayed() ? [] : sources.executions()), state.settings, market.listed),
    () => void (state.menu.value = null),
  ]
  return () => stops.forEach((stop) => stop())

  /** Spec §4: lines are drawn only when the chart is ready and its data loaded. */
  function showLines(): void {
    const instrument = market.listed.value
    if (instrument === null || state.phase.value !== 'ready' || isReplayed()) {
      lines.show([])
      known.value = []
      return
    }
    const markPrice = state.settings.value.markLine ? market.markPrice.value : null
    const all = placedLines(
      [
        ...(markPrice === null ? [] : [markLine(markPrice, instrument.tickSize, say('chart:mark'))]),
        ...parts.flatMap((part) => part.value),
      ],
      state.settings.value,
    )
    // What comes and goes with a pointer is nothing to choose.
    const pointed = all.filter(({ kind }) => kind === 'hover')
    const lasting = all.filter(({ kind }) => kind !== 'hover')
    // A recording takes nothing: what would send is not offered on its lines.
    known.value = app.connection.isReplay.peek()
      ? lasting.map((line) => ({ ...line, actions: [], move: null }))
      : lasting
    lines.show([...chosenLines(known.peek(), choices.value), ...pointed])
  }

  async function openMenu({ price, x, y }: ChartEvents['menu']): Promise<void> {
    const instrument = market.listed.peek()
    if (instrument === null) return
    const at = snapPrice(price, instrument)
    // A recording takes nothing.
    const [groups, drawings] = await Promise.all([
      app.connection.isReplay.peek() ? [] : sources.menu(at),
      drawingMenu(),
    ])
    state.menu.value = { price: at, x, y, groups: [...groups, drawings] }
  }
}
