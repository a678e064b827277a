/**
 * What Chromium is to do without. It takes the last list it is given, so this one says again what Playwright's own says,
 * as far as that concerns Chromium (`chromiumSwitches` of playwright-core).
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  // Each window loads two pages of the address bar ahead, which nobody opens here: a fifth of what opening the app costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * Flags under which Chromium neither throttles what it cannot see nor asks the outside for anything.
 * @type {readonly string[]}
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]
