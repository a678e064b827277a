/** Import rules of ARCHITECTURE.md: what stands higher may look down, never up. */
const floor = (name, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${from} may import ${allowed.join(', ') || 'nothing of the house'} only`,
  from: { path: `^${from}/` },
  to: { path: '^(src|exchange)/', pathNot: [from, ...allowed].map((one) => `^${one}(/|\\.|$)`) },
})
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
    floor('service-worker-stands-apart', 'src/sw', ['src/base']),
    floor('ui-talks-to-the-hub', 'src/ui', ['src/base', 'src/domain', 'src/wire', 'src/workers']),
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
    floor('front-knows-no-exchange', 'exchange/front', ['src/base', 'src/domain', 'src/wire']),
    {
      name: 'exchange-knows-no-app',
      severity: 'error',
      from: { path: '^exchange/' },
      to: { path: '^src/(ui|workers|sw)/' },
    },
    {
      name: 'pure-rooms-do-no-io',
      severity: 'error',
      from: { path: '^(src/(base|domain|wire)|exchange/(engine|listings|simulation|venue))/' },
      to: { dependencyTypes: ['core'] },
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
