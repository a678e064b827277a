import { useEffect } from 'react'
import { focusTicket } from '../hotkeys/focus-ticket'
import { hotkeyBindings } from '../hotkeys/hotkey-bindings'
import { HotkeyKeys, takesKeys } from '../hotkeys/hotkey-keys'
import { earlyKey } from '../kit/early-key'
import { useApp } from '../state/app-context'

/** The key to the ticket where nothing is traded with one press: there it is the only one. */
export function TicketKey() {
  const app = useApp()
  useEffect(() => {
    const keys = new HotkeyKeys(hotkeyBindings(app.kept))
    const onDown = (event: KeyboardEvent): void => {
      const isTaken = takesKeys(event.target, document)
      if (keys.down(event, { isArmed: false, isOn: false, isTaken }) !== 'ticket') return
      event.preventDefault()
      focusTicket()
    }
    const onUp = (event: KeyboardEvent): void => keys.up(event)
    const onBlur = (): void => keys.clear()
    const early = earlyKey.take()
    if (early !== null) {
      onDown(early)
      keys.up(early)
    }
    addEventListener('keydown', onDown)
    addEventListener('keyup', onUp)
    addEventListener('blur', onBlur)
    return () => {
      removeEventListener('keydown', onDown)
      removeEventListener('keyup', onUp)
      removeEventListener('blur', onBlur)
    }
  }, [app])
  return null
}
