import type { Locator } from '@playwright/test'

/** What is wrong with the places of things inside an element, a line each; nothing when all is well. */
export interface LayoutFaults {
  /** Controls that share pixels, or a control and words that are not its own, or two runs of words. */
  readonly overlaps: readonly string[]
  /** Words or figures that nobody can bring into view whole, and controls that lie under something at their middle. */
  readonly covered: readonly string[]
  /** Controls that are smaller than a finger or a pointer needs. */
  readonly small: readonly string[]
}

/**
 * Measures what is shown inside an element. What scrolls is scrolled to each thing before it is asked whether the thing
 * can be seen and met; what lies in a cell that stays while others scroll under it is compared where it was scrolled to.
 *
 * @param leastTarget px, both ways
 */
export function layoutFaults(root: Locator, leastTarget: number): Promise<LayoutFaults> {
  return root.evaluate((element, least) => {
    const CONTROLS = 'button, a[href], input, select, textarea, [role="tab"], [role="slider"]'
    const overlaps: string[] = []
    const covered: string[] = []
    const small: string[] = []

    const isShown = (one: Element): boolean => {
      if (one.closest('.visually-hidden, [hidden], option') !== null) return false
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      for (let at: Element | null = one; at !== null && at !== element; at = at.parentElement)
        if (getComputedStyle(at).clipPath !== 'none') return false
      return true
    }
    /** A control in a label is as large as the label. */
    const targetOf = (control: Element): Element => control.closest('label') ?? control
    const nameOf = (one: Element): string => {
      const words = one.getAttribute('aria-label') ?? one.textContent ?? ''
      const column = one.closest('[data-column]')?.getAttribute('data-column')
      const row = one.closest('tr')?.getAttribute('data-symbol')
      return `${[row, column].filter((part) => part != null).join('/')} "${words.trim().slice(0, 40)}"`
    }
    /** What is left of a box after everything that cuts it off. */
    const seen = (box: DOMRect, of: Element): DOMRect | null => {
      let { left, top, right, bottom } = box
      for (let at = of.parentElement; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue
        const clip = at.getBoundingClientRect()
        left = Math.max(left, clip.left)
        top = Math.max(top, clip.top)
        right = Math.min(right, clip.right)
        bottom = Math.min(bottom, clip.bottom)
      }
      return right - left <= 1 || bottom - top <= 1 ? null : new DOMRect(left, top, right - left, bottom - top)
    }
    const meets = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5
    /** Cells that stay lie over those that scroll, and hide them: that they share pixels is no fault. */
    const stays = (one: Element): Element | null => {
      for (let at: Element | null = one; at !== null && at !== element; at = at.parentElement)
        if (getComputedStyle(at).position === 'sticky') return at
      return null
    }

    const texts: { node: Text; owner: Element }[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const owner = node.parentElement
      if (owner === null || node.textContent?.trim() === '' || !isShown(owner)) continue
      texts.push({ node: node as Text, owner })
    }
    const controls = [...new Set([...element.querySelectorAll(CONTROLS)].filter(isShown).map(targetOf))]
    const boxesOf = (node: Text): DOMRect[] => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()]
    }

    for (const control of controls) {
      const { width, height } = control.getBoundingClientRect()
      if (width < least - 0.5 || height < least - 0.5)
        small.push(`${nameOf(control)} ${Math.round(width)}×${Math.round(height)}`)
    }

    const things = [
      ...controls.map((one) => ({ one, boxes: [one.getBoundingClientRect()], isControl: true })),
      ...texts.map(({ node, owner }) => ({ one: owner, boxes: boxesOf(node), isControl: false })),
    ].map((thing) => ({
      ...thing,
      fixed: stays(thing.one),
      boxes: thing.boxes.flatMap((box) => seen(box, thing.one) ?? []),
    }))
    for (const [index, a] of things.entries())
      for (const b of things.slice(index + 1)) {
        if (a.one.contains(b.one) || b.one.contains(a.one) || a.fixed !== b.fixed) continue
        const pair = a.boxes.flatMap((box) => b.boxes.filter((other) => meets(box, other)))
        if (pair.length > 0) overlaps.push(`${nameOf(a.one)} and ${nameOf(b.one)}`)
      }

    /** What is seen in its place; `null` where it is seen itself. */
    const over = (x: number, y: number, one: Element): string | null => {
      const top = document.elementFromPoint(x, y)
      if (top === null) return 'the edge of the window'
      if (one.contains(top) || top.contains(one) || top.closest('.visually-hidden') !== null) return null
      // Runs of one line touch; whether they lie on one another is measured above.
      if (top.parentElement === one.parentElement && getComputedStyle(top).display === 'inline') return null
      // The field of a label may lie over its words, unseen.
      if (top.closest('label') !== null && top.closest('label') === one.closest('label')) return null
      return `${top.tagName} ${nameOf(top)}`
    }
    for (const control of controls) {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (hit === null || !(control.contains(hit) || hit.closest('label') === control))
        covered.push(`${nameOf(control)} lies under ${hit === null ? 'nothing' : nameOf(hit)}`)
    }
    for (const { node, owner } of texts) {
      owner.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      for (const { left, right, top, height } of boxesOf(node)) {
        if (right - left < 3) continue
        const y = top + height / 2
        for (const x of [left + 1, (left + right) / 2, right - 1]) {
          const cover = over(x, y, owner)
          if (cover !== null) covered.push(`${nameOf(owner)} lies under ${cover}`)
        }
      }
    }
    return { overlaps, covered: [...new Set(covered)], small: [...new Set(small)] }
  }, leastTarget)
}
