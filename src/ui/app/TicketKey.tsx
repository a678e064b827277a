import { focusTicket } from '../hotkeys/focus-ticket'
import { useKeys, type KeyActs } from '../hotkeys/use-keys'
import { useApp } from '../state/app-context'

const ACTS: KeyActs = {
  state: () => ({ isArmed: false, isOn: false }),
  act(meant) {
    if (meant !== 'ticket') return false
    focusTicket()
    return true
  },
}

/** The key to the ticket where nothing is traded with one press: there it is the only one. */
export function TicketKey() {
  useKeys(useApp(), ACTS)
  return null
}
