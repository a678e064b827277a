import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { IconButton } from '../kit/IconButton'

/** Gives the chart's panel the whole screen; Escape gives it back, as everywhere. Nothing where a browser cannot. */
export function FullScreenButton() {
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
    <IconButton
      ref={button}
      label={t('chart.fullScreen')}
      strokes="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"
      isOn={isFull}
      data-wide=""
      onPress={() => void toggle()}
    />
  )
}

function panelOf(button: Element | null): Element | null {
  return button?.closest('section') ?? null
}
