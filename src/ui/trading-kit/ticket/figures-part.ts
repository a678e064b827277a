import { signal, type ReadonlySignal } from '@preact/signals-react'
import { atFirstSign } from '../../kit/first-sign'
import { loadPart } from '../../kit/load-part'

export type FiguresPart = typeof import('./ticket-figures')

const part = signal<FiguresPart | null>(null)

/**
 * What makes the figures of an order; `null` until it has come. The first picture does without it: it is asked for with
 * the user's first sign, before anything can be typed.
 */
export const figuresPart: ReadonlySignal<FiguresPart | null> = part

/** The figures are there. */
export function giveFigures(came: FiguresPart): void {
  part.value = came
}

atFirstSign(() => void loadPart('ticket', () => import('./ticket-figures')).then(giveFigures))
