import { effect } from '@preact/signals-react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLanguage } from '../i18n/use-translation'

/**
 * Lets signals write straight into one element: `write` runs again whenever a signal that it reads changes, and no
 * component renders for it. React must leave the element's children, and the attributes that `write` sets, alone.
 *
 * @param write the same function for as long as the same signals are meant
 */
export function useLiveElement<E extends HTMLElement>(write: (element: E) => void): RefObject<E | null> {
  const ref = useRef<E>(null)
  const language = useLanguage()
  useLayoutEffect(() => {
    const element = ref.current
    return element === null ? undefined : effect(() => write(element))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- numbers are written in the page's language
  }, [write, language])
  return ref
}

/** Changes the text of an element that holds nothing else. The text node stays: only its own box is laid out again. */
export function setText(element: HTMLElement, text: string): void {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}

/** An equal attribute is not written: the browser would look for the styles that hang on it. */
export function setData(element: HTMLElement, name: string, value: string): void {
  if (element.dataset[name] !== value) element.dataset[name] = value
}
