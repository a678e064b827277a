import { useEffect, type RefObject } from 'react'

/** Keys pressed anywhere but in a field, a menu or a dialog go to a search field. @param keys names of keys, in one text with blanks */
export function useSearchKeys(field: RefObject<HTMLInputElement | null>, keys: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || !keys.split(' ').includes(key)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [field, keys])
}

/** Letters typed there are its own: a menu goes to the entry that begins with them. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], dialog') !== null)
  )
}
