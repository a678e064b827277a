/**
 * Import rules of ARCHITECTURE.md: what stands higher may look down, never up.
 * @param {string} name
 * @param {string} from
 * @param {readonly string[]} allowed
 */
const floor = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import ${allowed.join(', ') || 'nothing of this repository'} only`,
  from: { path: `^${from}/` },
  to: { path: '^(src|exchange)/', pathNot: [from, ...allowed].map((one) => `^${one}(/|\\.|$)`) },
})
/**
 * Rules between the features of the screen. A feature imports kit, trading-kit, products, state, i18n, theme, hub-link
 * and the like, and no other feature; what is named here would be left, with its reason. `panels` joins features to
 * panels of the trade page, `layout` places panels, `app` makes pages of them, and `replay` puts a whole app together.
 */
const FEATURES = {
  announcements: [],
  'app-update': [],
  assets: [],
  chart: [],
  diagnostics: [],
  history: [],
  hotkeys: [],
  ladder: [],
  markets: [],
  notices: [],
  'order-book': [],
  'order-entry': [],
  orders: [],
  positions: [],
  settings: [],
  strategies: [],
  'symbol-header': [],
  trades: [],
}
const FEATURE_FOLDERS = Object.keys(FEATURES).join('|')
const betweenFeatures = Object.entries(FEATURES).map(([feature, others]) => ({
  name: `feature-${feature}-stands-alone`,
  severity: 'error',
  comment: `src/ui/${feature} may import ${others.join(', ') || 'no other feature'}; shared parts are in trading-kit`,
  from: { path: `^src/ui/${feature}/` },
  to: {
    path: `^src/ui/(app|layout|panels|replay|${FEATURE_FOLDERS})/`,
    pathNot: [feature, ...others].map((one) => `^src/ui/${one}/`),
  },
}))
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'types count too: what knows each other stands in one file',
      from: {},
      to: { circular: true },
    },
    floor('base-is-the-ground', 'src/base', []),
    floor('domain-knows-no-wire', 'src/domain', ['src/base']),
    floor('wire-is-the-contract', 'src/wire', ['src/base', 'src/domain']),
    floor('hub-knows-no-screen', 'src/workers', ['src/base', 'src/domain', 'src/wire']),
    {
      name: 'messages-behind-the-venue-port',
      severity: 'error',
      comment:
        'what a venue is asked and how its answers are spelled is for its adapter to know; a recording is a file',
      from: { path: '^src/workers/', pathNot: '^src/workers/(venue/sandbox/|recording\\.ts)' },
      to: { path: '^src/wire/' },
    },
    {
      name: 'hub-knows-no-venue',
      severity: 'error',
      comment: 'the hub sees `VenuePort`; who starts it (`hub-host.ts`) chooses the adapter',
      from: { path: '^src/workers/(hub/|venue/venue-)' },
      to: { path: '^src/workers/venue/(?!venue-|connection-events)' },
    },
    floor('service-worker-stands-apart', 'src/sw', ['src/base']),
    floor('ui-talks-to-the-hub', 'src/ui', ['src/base', 'src/domain', 'src/wire', 'src/workers']),
    {
      name: 'ui-reads-no-messages',
      severity: 'error',
      comment: 'a screen knows domain values; how they are spelled in calls and rows is for the hub to know',
      from: { path: '^src/ui/' },
      to: { path: '^src/wire/(rest|shape|v5)/' },
    },
    ...betweenFeatures,
    {
      name: 'kits-know-no-feature',
      severity: 'error',
      comment: 'what features share looks at none of them',
      from: { path: '^src/ui/(kit|trading-kit|products|state|i18n|theme|hub-link)/' },
      to: { path: `^src/ui/(app|layout|panels|replay|${FEATURE_FOLDERS})/` },
    },
    {
      name: 'panels-know-no-page',
      severity: 'error',
      from: { path: '^src/ui/panels/' },
      to: { path: '^src/ui/(app|layout|replay)/' },
    },
    {
      name: 'layouts-place-panels',
      severity: 'error',
      comment: 'a layout names panels by id and knows no feature',
      from: { path: '^src/ui/layout/' },
      to: { path: `^src/ui/(app|replay|${FEATURE_FOLDERS})/` },
    },
    floor('engine-is-pure', 'exchange/engine', ['src/base', 'src/domain']),
    {
      name: 'matching-knows-no-money',
      severity: 'error',
      comment: 'orders, prices and lots; what an account can pay is asked through `Meetings`',
      from: { path: '^exchange/engine/matching/' },
      to: { path: '^exchange/engine/(accounts|liquidation|orders/(?!order-terms)|products|records|risk|triggers)/' },
    },
    floor('listings-are-pure', 'exchange/listings', ['src/base', 'src/domain', 'exchange/engine']),
    floor('simulation-is-pure', 'exchange/simulation', [
      'src/base',
      'src/domain',
      'exchange/engine',
      'exchange/listings',
    ]),
    floor('venue-is-pure', 'exchange/venue', [
      'src/base',
      'src/domain',
      'src/wire',
      'exchange/engine',
      'exchange/listings',
      'exchange/simulation',
    ]),
    floor('http-host-knows-no-exchange', 'exchange/host/node/http', [
      'src/base',
      'src/domain',
      'src/wire',
      'exchange/api/call',
    ]),
    floor('journal-knows-no-host', 'exchange/journal', ['src/base', 'src/domain', 'src/wire', 'exchange/venue']),
    floor('api-knows-no-host', 'exchange/api', [
      'src/base',
      'src/domain',
      'src/wire',
      'exchange/engine',
      'exchange/venue',
      'exchange/journal/fanout',
      'exchange/journal/journal-port',
    ]),
    {
      name: 'exchange-knows-no-app',
      severity: 'error',
      from: { path: '^exchange/' },
      to: { path: '^src/(ui|workers|sw)/' },
    },
    {
      name: 'pure-rooms-do-no-io',
      severity: 'error',
      from: { path: '^(src/(base|domain|wire)|exchange/(engine|listings|simulation|venue|journal|api))/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'dialects-share-through-shared',
      severity: 'error',
      comment: 'the calls of one dialect know none of another; what both need stands in calls/shared',
      from: { path: '^exchange/api/calls/(native|v5|sandbox)/' },
      to: { path: '^exchange/api/calls/(native|v5|sandbox)/', pathNot: '^exchange/api/calls/$1/' },
    },
    {
      name: 'what-dialects-share-knows-none',
      severity: 'error',
      from: { path: '^exchange/api/(calls/shared|feeds/dispatcher)/' },
      to: { path: '^exchange/api/(calls|feeds)/(native|v5|sandbox)/' },
    },
    {
      name: 'no-server-but-in-the-host',
      severity: 'error',
      comment: 'what opens ports, sockets and databases stands under exchange/host',
      from: { path: '^exchange/(api|journal)/' },
      to: { path: 'node_modules/(ws|@hono/node-server|libsql)/' },
    },
    {
      name: 'chart-engine-behind-the-port',
      severity: 'error',
      from: { pathNot: '^src/ui/chart/engines/embedded/' },
      to: { path: 'node_modules/klinecharts' },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: { path: '^(src|exchange)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown'], pathNot: 'virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'] },
  },
}
