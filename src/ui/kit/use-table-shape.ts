import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** `cards`: each row is a card with the headings beside or above the values. */
export type TableShape = 'table' | 'cards'

/** A table that was too wide comes back only with this much to spare: figures grow while they tick, px. */
const SPARE_PX = 24

/** In a frame so wide the columns that do not fit are scrolled to: rows of cards would leave two of seven positions in sight, px. */
const SCROLLS_FROM_PX = 1000

export interface ShapedTable {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly table: RefObject<HTMLTableElement | null>
  readonly shape: TableShape
}

/**
 * Whether the columns of a table fit into its frame, measured: it depends on the window, the language and the coins. A
 * table that a figure has made too wide changes only while nobody points into it or has the focus there: no button may
 * move away because a price moved. Cards become columns again when the frame grows.
 *
 * @param scrolls keeps the columns in any frame: the trader chose more of them than fit
 */
export function useTableShape(scrolls = false): ShapedTable {
  const frame = useRef<HTMLDivElement | null>(null)
  const table = useRef<HTMLTableElement | null>(null)
  const [shape, setShape] = useState<TableShape>('table')
  /** Width that the columns asked for when they were last drawn as columns, px. */
  const needed = useRef(0)

  useLayoutEffect(() => {
    const element = frame.current
    const columns = table.current
    if (element === null || columns === null) return undefined
    let lastWidth = 0
    const look = (): void => {
      const width = element.clientWidth
      if (scrolls || width >= SCROLLS_FROM_PX) {
        setShape('table')
        return
      }
      // Where it is not shown it has no width, and asks for none.
      if (width === 0) return
      const isOther = width !== lastWidth
      lastWidth = width
      if (shape === 'cards') {
        if (width >= needed.current + SPARE_PX) setShape('table')
        return
      }
      needed.current = columns.offsetWidth
      if (needed.current > width && (isOther || !element.matches(':hover, :focus-within'))) setShape('cards')
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    observer.observe(columns)
    element.addEventListener('pointerleave', look)
    element.addEventListener('focusout', look)
    return () => {
      observer.disconnect()
      element.removeEventListener('pointerleave', look)
      element.removeEventListener('focusout', look)
    }
  }, [shape, scrolls])

  return { frame, table, shape }
}
