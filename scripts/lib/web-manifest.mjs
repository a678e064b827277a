// What a browser or a phone installs: `vite.config.ts` writes it, a test holds it to what installing asks for.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
/** @type {{ readonly markets: string, readonly assets: string }} */
const words = JSON.parse(readFileSync(resolve(ROOT, 'locales/en/app.json'), 'utf8'))
const ICON = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]

/** Pictures of the documents that the manifest shows before an install. */
export const SCREENSHOTS = [
  {
    file: 'desktop-dark.png',
    sizes: '1440x900',
    form_factor: /** @type {const} */ ('wide'),
    label: 'The trade page: chart, book, trades, ticket and positions',
  },
  {
    file: 'phone-dark.png',
    sizes: '390x844',
    form_factor: /** @type {const} */ ('narrow'),
    label: 'The trade page on a phone',
  },
]

/** @type {Partial<import('vite-plugin-pwa').ManifestOptions>} */
export const WEB_MANIFEST = {
  id: '/',
  name: 'Halyard',
  short_name: 'Halyard',
  description: 'A trading terminal that stays correct when the network, a tab or the exchange does not.',
  categories: ['finance'],
  lang: 'en',
  dir: 'ltr',
  // Leads to the contract that was looked at last.
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['window-controls-overlay', 'standalone'],
  background_color: '#12151b',
  theme_color: '#12151b',
  icons: [
    ...ICON,
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'BTCUSDT', url: '/trade/usdt/BTCUSDT', icons: ICON },
    { name: 'ETHUSDT', url: '/trade/usdt/ETHUSDT', icons: ICON },
    { name: words.markets, url: '/markets', icons: ICON },
    { name: words.assets, url: '/assets', icons: ICON },
  ],
  screenshots: SCREENSHOTS.map(({ file, ...facts }) => ({ src: `/screenshots/${file}`, type: 'image/png', ...facts })),
  // A text with the name of a market in it, shared from another app, opens that market; so does web+halyard:BTCUSDT.
  share_target: {
    action: '/open',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  protocol_handlers: [{ protocol: 'web+halyard', url: '/open?text=%s' }],
  // A window that is open is used for what is opened from outside.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
}

/**
 * Puts the manifest and its pictures beside the app. The page names it once its first screen stands
 * (`src/ui/app/name-manifest.ts`): a browser asks for it as soon as it is named.
 * @returns {import('vite').Plugin}
 */
export function webManifest() {
  return {
    name: 'web-manifest',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(WEB_MANIFEST) })
      for (const { file } of SCREENSHOTS)
        this.emitFile({
          type: 'asset',
          fileName: `screenshots/${file}`,
          source: readFileSync(resolve(ROOT, 'docs/screenshots', file)),
        })
    },
  }
}
