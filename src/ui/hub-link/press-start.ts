/**
 * Follows presses before any control of the page hears of them. A press is a pointer or a key that goes down and what
 * comes of it: the click, the submitted form. What began long before it ends was meant for what was shown then.
 *
 * @param began `isSeen` false: a key that was down already when this page got the keyboard
 * @param ended after everything that the press caused was handled
 */
export function followPresses(began: (isSeen: boolean) => void, ended: () => void): void {
  let isKeyDown = false
  let presses = 0
  const begin = (isSeen: boolean): void => {
    presses += 1
    began(isSeen)
  }
  const endSoon = (): void => {
    const ending = presses
    // The click follows the key that goes up, and its listeners follow this one.
    setTimeout(() => {
      if (presses === ending) ended()
    })
  }
  addEventListener('pointerdown', () => begin(true), true)
  addEventListener('pointercancel', endSoon, true)
  addEventListener(
    'keydown',
    ({ repeat }) => {
      if (!repeat) begin(true)
      else if (!isKeyDown) begin(false)
      isKeyDown = true
    },
    true,
  )
  addEventListener(
    'keyup',
    () => {
      isKeyDown = false
      endSoon()
    },
    true,
  )
  addEventListener(
    'click',
    ({ detail }) => {
      // Neither a pointer nor a key: of an assistive technology, or of a script.
      if (detail === 0 && !isKeyDown) begin(true)
      endSoon()
    },
    true,
  )
  addEventListener('blur', ({ target }) => {
    if (target !== window) return
    isKeyDown = false
    endSoon()
  })
}
