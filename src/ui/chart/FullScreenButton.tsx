import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'

/** Gives the chart's panel the whole screen; Escape gives it back, as everywhere. Nothing where a browser cannot. */
export function FullScreenButton({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('market')
  const button = useRef<HTMLButtonElement>(null)
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const look = (): void => {
      const { fullscreenElement } = document
      setIsFull(fullscreenElement !== null && fullscreenElement === panelOf(button.current))
    }
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  if (!document.fullscreenEnabled) return null
  const toggle = async (): Promise<void> => {
    try {
      if (isFull) await document.exitFullscreen()
      else await panelOf(button.current)?.requestFullscreen()
    } catch {
      // The browser refuses, and says so itself where it wants to.
    }
  }
  return (
    <button
      ref={button}
      type="button"
      data-wide=""
      aria-label={t('chart.fullScreen')}
      title={t('chart.fullScreen')}
      aria-pressed={isFull}
      onClick={() => void toggle()}
    >
      {children}
    </button>
  )
}

function panelOf(button: Element | null): Element | null {
  return button?.closest('section') ?? null
}
