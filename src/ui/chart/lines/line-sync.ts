import type { LineSpec } from '../../trading-kit/chart-line'
import type { ChartPort, LineHandle } from '../port/chart-port'

/** Keeps the chart's lines equal to a list: created or updated by id, removed when the id is gone (spec §4, Chart). */
export class LineSync {
  readonly #port: Pick<ChartPort, 'line'>
  readonly #handles = new Map<string, LineHandle>()
  readonly #shown = new Map<string, string>()

  constructor(port: Pick<ChartPort, 'line'>) {
    this.#port = port
  }

  show(lines: readonly LineSpec[]): void {
    const wanted = new Set(lines.map((line) => line.id))
    for (const [id, handle] of this.#handles) {
      if (wanted.has(id)) continue
      handle.remove()
      this.#handles.delete(id)
      this.#shown.delete(id)
    }
    for (const line of lines) {
      const handle = this.#handles.get(line.id)
      // A line that says the same is left alone: each change draws the lines' canvas again.
      const content = JSON.stringify(line)
      if (this.#shown.get(line.id) === content) continue
      this.#shown.set(line.id, content)
      if (handle === undefined) this.#handles.set(line.id, this.#port.line(line))
      else handle.update(line)
    }
  }
}
