/** Draws the app's icons from one SVG. Run after changing the drawing: `node scripts/icons.mjs`; the PNGs are committed. */
import { writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'

const folder = new URL('../public/icons/', import.meta.url)
const LONG = '#00944f'
const SHORT = '#cc3939'

/**
 * `inset` is the empty border, a share of the size: a maskable icon keeps its drawing inside the safe 80 %.
 * @param {{ inset?: number, radius?: number, background?: string }} [looks]
 */
const drawing = ({ inset = 0, radius = 0.22, background = 'none' } = {}) => {
  const from = 100 * inset
  const size = 100 - 2 * from
  /** @param {number} share of the size */
  const at = (share) => from + size * share
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <rect width="100" height="100" fill="${background}"/>
  <clipPath id="mark"><rect x="${from}" y="${from}" width="${size}" height="${size}" rx="${size * radius}"/></clipPath>
  <g clip-path="url(#mark)">
    <rect width="100" height="100" fill="${SHORT}"/>
    <path d="M0 0H100V${at(0.33)}L0 ${at(0.67)}Z" fill="${LONG}"/>
  </g>
</svg>
`
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
/**
 * @param {string} name of the file
 * @param {number} size in pixels
 * @param {string} svg
 */
const png = async (name, size, svg) => {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>html,body{margin:0;background:transparent}svg{display:block;width:100vw}</style>${svg}`)
  await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: true }))
}
await writeFile(new URL('icon.svg', folder), drawing())
await writeFile(new URL('favicon.svg', folder), drawing())
await png('icon-192.png', 192, drawing())
await png('icon-512.png', 512, drawing())
await png('icon-maskable-512.png', 512, drawing({ inset: 0.22, background: '#12151b' }))
await browser.close()
