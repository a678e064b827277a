import { signal, type ReadonlySignal } from '@preact/signals-react'

/** Local storage key of the theme (spec §9). */
export const THEME_KEY = 'BYBIT_THEME_KEY'
export type Theme = 'dark' | 'light'

/** The theme on `<html data-theme>`; remembered where local storage allows it (D7). */
export class ThemeModel {
  readonly #theme = signal<Theme>(document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark')
  readonly theme: ReadonlySignal<Theme> = this.#theme

  constructor() {
    // A choice in one tab is a choice in all of them; the tab that chose hears nothing of it.
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === THEME_KEY && (newValue === 'dark' || newValue === 'light')) this.#show(newValue)
    })
  }

  set(theme: Theme): void {
    this.#show(theme)
    try {
      localStorage.setItem(THEME_KEY, theme)
    } catch {
      // Full, blocked or edited storage costs the memory of the choice, not the choice.
    }
  }

  #show(theme: Theme): void {
    this.#theme.value = theme
    document.documentElement.dataset['theme'] = theme
  }
}
