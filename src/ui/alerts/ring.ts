import type { PriceAlert } from '../../domain/market/price-alert'
import { formatPrice } from '../format'
import { say } from '../i18n/instance'
import { loadWords } from '../i18n/use-translation'
import { askAlerts } from '../state/alert-request'
import { alertSigns } from '../state/alert-signs'
import type { App } from '../state/app-context'

/** Two short tones, Hz, and how long each lasts, seconds. */
const TONES = [880, 1_320] as const
const TONE_S = 0.14

type Source = Pick<App, 'account' | 'catalogue' | 'kept'>

/** What of the browser is rung with; tests pass a fake. */
export interface Bell {
  sound(): void
  show(title: string, body: string, tag: string, onPress: () => void): void
}

/** Tells of an alert beside its message, as the browser's choice says: the hub gave it to this tab alone. */
export async function ring(
  app: Source,
  alert: PriceAlert,
  bell: Bell = LIVE_BELL,
  words: () => Promise<unknown> = () => loadWords('notices'),
): Promise<void> {
  const signs = alertSigns(app.kept)
  await signs.reading
  const chosen = signs.chosen.peek()
  if (chosen.has('sound')) bell.sound()
  if (!chosen.has('system')) return
  await words()
  const tick = app.catalogue.bySymbol.peek().get(alert.symbol)?.tickSize ?? null
  const { symbol } = alert
  const body = say('notices:priceAlert', { symbol, price: formatPrice(alert.firedPrice, tick) })
  // A second message about the same alert takes the place of the first.
  bell.show(say('notices:priceAlertTitle'), body, `alert:${alert.id}`, () =>
    askAlerts(app, { symbol, price: alert.price }),
  )
}

/** A browser that forbids either is silent: the message on the page is there in any case. */
export const LIVE_BELL: Bell = {
  sound() {
    if (typeof AudioContext !== 'function') return
    const audio = new AudioContext()
    TONES.forEach((hertz, at) => {
      const start = audio.currentTime + at * TONE_S
      const tone = audio.createOscillator()
      const gain = audio.createGain()
      tone.frequency.value = hertz
      gain.gain.setValueAtTime(0.2, start)
      gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_S)
      tone.connect(gain).connect(audio.destination)
      tone.start(start)
      tone.stop(start + TONE_S)
      if (at === TONES.length - 1) tone.addEventListener('ended', () => void audio.close())
    })
  },
  show(title, body, tag, onPress) {
    if (typeof Notification !== 'function' || Notification.permission !== 'granted') return
    try {
      const note = new Notification(title, { body, tag })
      note.addEventListener('click', () => {
        window.focus()
        onPress()
        note.close()
      })
    } catch {
      // A phone has them from its service worker alone.
      void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body, tag }))
    }
  },
}
