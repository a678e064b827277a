import { signal, type ReadonlySignal } from '@preact/signals-react'

/** `wide` shows book and tape side by side, `desktop` behind tabs, `phone` one task a screen. */
export type LayoutMode = 'wide' | 'desktop' | 'phone'

const wide = matchMedia('(min-width: 1280px)')
const phone = matchMedia('(max-width: 767px)')
const mode = signal<LayoutMode>(read())

/** Which layout the window has room for. */
export const layoutMode: ReadonlySignal<LayoutMode> = mode

for (const query of [wide, phone]) query.addEventListener('change', () => (mode.value = read()))

function read(): LayoutMode {
  if (phone.matches) return 'phone'
  return wide.matches ? 'wide' : 'desktop'
}
