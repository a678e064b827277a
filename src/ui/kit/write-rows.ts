/** A row of a table that is read out: its head, and the cells behind it. */
export interface SpokenRow {
  readonly side: string
  readonly cells: readonly string[]
}

/**
 * Writes a table's rows in place, the first cell of each as its head: rows that change with every step of the market are a
 * hundred elements, which React would make anew. What stands there already is left alone.
 */
export function writeRows(body: HTMLElement, rows: readonly SpokenRow[]): void {
  while (body.children.length > rows.length) body.lastElementChild?.remove()
  for (const [at, { side, cells }] of rows.entries()) {
    const line = (body.children[at] as HTMLElement | undefined) ?? body.appendChild(lineOf(cells.length))
    if (line.dataset['side'] !== side) line.dataset['side'] = side
    for (const [nth, text] of cells.entries()) {
      const cell = line.children[nth]
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text
    }
  }
}

function lineOf(count: number): HTMLElement {
  const line = document.createElement('tr')
  const head = document.createElement('th')
  head.scope = 'row'
  line.append(head)
  for (let nth = 1; nth < count; nth++) line.append(document.createElement('td'))
  return line
}
