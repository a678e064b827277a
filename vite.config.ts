import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import appWords from './locales/en/app.json' with { type: 'json' }
import { APP_ALIASES } from './scripts/lib/app-aliases.mjs'
import { emitBuiltInLists } from './scripts/lib/built-in-lists'
import { buildId } from './scripts/lib/build-id.mjs'
import { decimalDigits } from './scripts/lib/decimal-digits.mjs'
import { fetchedParts } from './scripts/lib/fetched-parts.mjs'
import { firstParts } from './scripts/lib/first-parts.mjs'
import { readChanges, release } from './scripts/lib/release.mjs'
import { wholeParts } from './scripts/lib/whole-parts.mjs'
import { inlinedScripts } from './scripts/lib/inlined-scripts.mjs'
import { webManifest } from './scripts/lib/web-manifest.mjs'

const BUILD = process.env['HALYARD_BUILD'] ?? buildId()

/** The app. What it writes must run under `script-src 'self'; style-src 'self'`: nothing inline, nothing from a data URL. */
export default defineConfig({
  define: {
    __HALYARD_BUILD__: JSON.stringify(BUILD),
    __HALYARD_CHANGES__: JSON.stringify(readChanges().map(({ id }) => id)),
  },
  plugins: [
    react(),
    decimalDigits(),
    fetchedParts(),
    firstParts(),
    inlinedScripts(),
    webManifest(),
    wholeParts([/trade-/, /second-/, /chart-session-/, /line-sources-/]),
    release(BUILD),
    emitBuiltInLists(),
    {
      name: 'first-words',
      // What is said while the app itself has not come: from the same words as everything else.
      transformIndexHtml: (html, { server }) => {
        const page = html.replace('%LATE%', appWords.pageLate)
        // The development server knows no market.
        return server === undefined ? page : page.replace(/%HALYARD_(?:FIRST|PICTURE|PARTS)%/g, '')
      },
    },
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,json,webmanifest}'],
        // Pictures that a browser shows before an install; what the next build changes; the worker that removes all of it; 20 MB of an operator's chart library.
        globIgnores: ['screenshots/**', 'release.json', 'sw-off.js', 'charting_library/**'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      manifest: false,
    }),
  ],
  worker: { format: 'es', plugins: () => [decimalDigits()] },
  resolve: {
    alias: APP_ALIASES,
  },
  // Words are asked for by whole files.
  json: { namedExports: false },
  // `OrderBook_row`: a module's file name is its component's and stands once in the tree; hashes would not compress.
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}` } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The polyfill is an inline script; every browser with a SharedWorker preloads modules by itself.
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: {
        // The first script names every part and its style sheet: one letter of a hash less is 0.1 kB less.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What starts the hub comes alone and first: it must not wait for the rest.
            {
              name: 'link',
              test: /src[\\/]ui[\\/](hub-link[\\/](attach|choose-hub)|app[\\/](main|early-watches|read-bootstrap))\.ts$/,
              priority: 3,
            },
            // Whatever the trade page needs comes with every page: in one file it packs tighter than in forty.
            {
              name: 'trade',
              test: /src[\\/]ui[\\/]app[\\/](Pages|create-app|draw-app)\.tsx?$|node_modules[\\/](react|react-dom|scheduler)[\\/]|src[\\/]ui[\\/]i18n[\\/]first-words[\\/]en\.ts$/,
              priority: 2,
            },
            // What comes right behind the first prices, with the chart's words and with what is read out of book and tape: each
            // file more costs a slow phone 20 ms. What chart and table do with a position is there before either.
            {
              name: 'second',
              test: /src[\\/]ui[\\/](panels[\\/]second-parts|positions[\\/](close-position|reverse-position)|trading-kit[\\/]position-figures|order-book[\\/]BookTable|trades[\\/]TradesTable|kit[\\/]write-rows)\.tsx?$|locales[\\/]en[\\/]chart\.json$/,
              priority: 1,
            },
            // What asks whether a visitor is shut out comes with no press: what it asks with is not among the dialogs.
            { name: 'visitor', test: /src[\\/]ui[\\/]visitor[\\/]visitor\.ts$/, priority: 1 },
            // They share most of what they are made of, and are asked for together.
            {
              name: 'dialogs',
              test: /src[\\/]ui[\\/]((positions|trading-kit[\\/]modes)[\\/]\w+Dialogs?\.tsx|trading-kit[\\/]tpsl[\\/])/,
            },
            // The engine, and what it shares with the chart's dialogs: twenty files of a few hundred bytes were four round
            // trips before the first bar.
            {
              name: 'chart-session',
              test: /src[\\/](domain[\\/]indicators|ui[\\/]chart[\\/](studies|drawings|session|layout-store|languages))[\\/]([\w-]+\.ts|Drawing(Bar|Toolbar)\.tsx)$|src[\\/]ui[\\/]chart[\\/](bar-replay[\\/](bar-parts|bar-replay)|chart-(session|view)|page-events|lines[\\/]line-choices|comparisons[\\/](compared-closes|comparison-study|show-comparisons)|symbols[\\/]chart-symbol)\.ts$/,
            },
            // What stands on a chart, of all products.
            {
              name: 'line-sources',
              test: /src[\\/]ui[\\/](panels[\\/](chart-lines|chart-executions|on-first-sign|(alert|hover|order|position)-source)|order-entry[\\/](draft-lines|once-there|take-plan)|trading-kit[\\/]order-pair|history[\\/]merge-executions|orders[\\/](moved-price|order-lines)|positions[\\/]position-lines)\.ts$/,
              priority: 1,
            },
            // Of the chart, of histories and of options: with the engine it would bring that to each of them.
            { name: 'black', test: /src[\\/]domain[\\/]options[\\/](normal|black)\.ts$/, priority: 1 },
            // What a fill and a name say, for messages and for the chart: in the messages' part it would bring them with the chart.
            {
              name: 'fills',
              test: /src[\\/](domain[\\/](order[\\/]execution-account|instrument[\\/]option-name)|ui[\\/]trading-kit[\\/]greeks-lines)\.ts$/,
              priority: 1,
            },
            // What a ticket says from the first sign on: a part of its own each would name each in the first scripts.
            {
              name: 'ticket-signs',
              test: /src[\\/]ui[\\/](order-entry[\\/](TicketWarnings|SizeTools|ask-exchange|price-warning)|trading-kit[\\/](one-press[\\/](SizeButtons|quick-sizes)|ticket[\\/](ToldRows|WouldRefuse|BookWarnings|order-check|book-levels|meet-book|ticket-figures)))\.tsx?$/,
            },
            { name: 'notices', test: /src[\\/]ui[\\/](notices|trading-kit[\\/]refusals)[\\/]/ },
          ],
        },
      },
    },
  },
})
