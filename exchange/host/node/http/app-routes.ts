/** Pages of the app (spec §2, decisions 28): these answer with the shell, everything else unknown is 404. */
const LOCALE = String.raw`(?:/[a-z]{2}(?:-[A-Z]{2})?)?`
const NAME = String.raw`[^/\\]{1,80}`
const PAGES = [
  String.raw`/?`,
  `/trade/usdt/${NAME}`,
  `/trade/futures/usdc/${NAME}`,
  `/trade/inverse/${NAME}`,
  `/trade/inverse/futures/${NAME}`,
  `/trade/option/(?:usdc|usdt)/${NAME}`,
  `/trade/spot/${NAME}/${NAME}`,
  `/trade/spread/${NAME}`,
  `/markets`,
  `/assets`,
  `/margin`,
  `/settings`,
  `/diagnostics`,
  `/replay`,
  `/snapshot`,
  `/open`,
  `/invite`,
  `/user/assets/order/derivatives/(?:usdc-future|usdt-future|uniform-inverse-future|usdc-perpetual|uniform-inverse-perpetual|uniform-usdt)`,
]
const PAGE = new RegExp(`^${LOCALE}(?:${PAGES.join('|')})/?$`)

/** @param path as it came, still percent-encoded */
export function isAppRoute(path: string): boolean {
  // An encoded slash may stand in a spread's name; encoded dots or back-slashes stand for nothing but a traversal.
  return PAGE.test(path) && !/%2e|%5c|\.\./i.test(path)
}
