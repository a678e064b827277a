import { signal, type ReadonlySignal } from '@preact/signals-react'
import { atFirstSign, hasSign } from '../kit/first-sign'
import { loadPart } from '../kit/load-part'

/** What only a hand on a line needs: it comes with the user's first sign, and before that nothing is moved. */
export function onFirstSign<T extends object>(load: () => Promise<T>): ReadonlySignal<T | null> {
  const part = signal<T | null>(null)
  const get = (): void => void loadPart('chart', load).then((came) => (part.value = came))
  if (hasSign.peek()) get()
  else atFirstSign(get)
  return part
}
