import { signal, type ReadonlySignal } from '@preact/signals-react'

const query = matchMedia('(max-width: 767px), (pointer: coarse)')
const coarse = signal(query.matches)
query.addEventListener('change', () => (coarse.value = query.matches))

/** Whether fingers press here: they rest on a price to send, and need higher rows. */
export const isCoarse: ReadonlySignal<boolean> = coarse
