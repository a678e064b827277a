import { useEffect } from 'react'
import { earlyKey } from '../kit/early-key'
import type { App } from '../state/app-context'
import { hotkeyBindings } from './hotkey-bindings'
import { HotkeyKeys, takesKeys, type KeyMeaning, type KeyState } from './hotkey-keys'

/** A key that means something here, and what it does. */
export interface KeyActs {
  /** Whether hotkeys that trade are armed, and on, at the moment of a press. */
  state(): Pick<KeyState, 'isArmed' | 'isOn'>
  /** @param isEarly whether it was pressed before there was anybody to act on it. @returns `false` where it is nobody's */
  act(meant: KeyMeaning, isEarly: boolean): boolean
}

/** Has the keys of a page act, for as long as it is drawn. @param acts the same object for as long as they act the same */
export function useKeys(app: App, acts: KeyActs): void {
  useEffect(() => {
    const keys = new HotkeyKeys(hotkeyBindings(app.kept))
    const early = earlyKey.take()
    const onDown = (event: KeyboardEvent): void => {
      const meant = keys.down(event, { ...acts.state(), isTaken: takesKeys(event.target, document) })
      if (meant !== null && acts.act(meant, event === early)) event.preventDefault()
    }
    const onUp = (event: KeyboardEvent): void => keys.up(event)
    const onBlur = (): void => keys.clear()
    if (early !== null) {
      onDown(early)
      // Whether it was let go meanwhile nobody has seen.
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
  }, [app, acts])
}
