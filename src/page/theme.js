// Runs before the first paint, so that a light desk never flashes dark. The rest of the app starts later.
;(function () {
  let theme = null
  try {
    theme = localStorage.getItem('BYBIT_THEME_KEY')
  } catch {
    // Blocked storage costs the memory of the choice, not the page.
  }
  if (theme !== 'dark' && theme !== 'light')
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  document.documentElement.dataset.theme = theme
})()
