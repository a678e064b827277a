import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { TableShape } from './use-table-shape'

/** Up to so many rows all of them are in the document, for the browser's own search and for readers of the screen. */
export const WHOLE_UP_TO = 1_000
/** Rows kept ready above and below what is seen: more than a turn of the wheel. */
const AHEAD = 20
/** The window moves by so many rows at once, so that not every pixel of a scroll draws anew. */
const STEP = 10
/** Until a row was measured, pixels. */
const ROW_GUESS = 36

export interface RowWindow {
  readonly body: RefObject<HTMLTableSectionElement | null>
  /** Rows `first` to `end` (exclusive) are drawn. */
  readonly first: number
  readonly end: number
  /** Of one row, pixels: what the rows that are not drawn take up. */
  readonly rowHeight: number
  readonly isWhole: boolean
}

/**
 * Which rows of a long table are drawn: those that may be seen, whatever scrolls (the page or a panel), and some around
 * them. Ten thousand rows in a document stop the page for seconds at every change.
 */
export function useRowWindow(count: number, shape: TableShape): RowWindow {
  const body = useRef<HTMLTableSectionElement | null>(null)
  // A card is higher than a row of columns.
  const measured = useRef<{ readonly shape: TableShape; readonly height: number } | null>(null)
  const [place, setPlace] = useState({ first: 0, rows: 0, rowHeight: ROW_GUESS })
  const isWhole = count <= WHOLE_UP_TO

  const look = useRef(() => {})
  useLayoutEffect(() => {
    look.current = () => {
      const section = body.current
      if (section === null || isWhole) return
      if (measured.current?.shape !== shape) {
        const height = heightOfRow(section)
        measured.current = height === null ? null : { shape, height }
      }
      const rowHeight = measured.current?.height ?? ROW_GUESS
      const above = Math.floor(-section.getBoundingClientRect().top / rowHeight) - AHEAD
      const rows = Math.ceil(innerHeight / rowHeight) + 2 * AHEAD + STEP
      const first = Math.max(0, Math.min(Math.floor(above / STEP) * STEP, count - rows))
      setPlace((before) =>
        before.first === first && before.rows === rows && before.rowHeight === rowHeight
          ? before
          : { first, rows, rowHeight },
      )
    }
    look.current()
  })

  useEffect(() => {
    if (isWhole) return undefined
    let frame = 0
    const soon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        look.current()
      })
    }
    const resized = (): void => {
      measured.current = null
      soon()
    }
    // A scroll does not rise from the panel that scrolls; it is only seen on its way down.
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', resized)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', resized)
    }
  }, [isWhole])

  if (isWhole) return { body, first: 0, end: count, rowHeight: 0, isWhole }
  const first = Math.min(place.first, Math.max(0, count - place.rows))
  return { body, first, end: Math.min(count, first + (place.rows || 2 * AHEAD)), rowHeight: place.rowHeight, isWhole }
}

/** The mean of the rows that are drawn; `null` while there are none, or none that is shown. */
function heightOfRow(section: HTMLTableSectionElement): number | null {
  const rows = [...section.rows].filter((row) => row.ariaHidden !== 'true')
  const height = rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0)
  return height === 0 ? null : height / rows.length
}
