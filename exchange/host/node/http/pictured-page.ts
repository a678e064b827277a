import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { spreadLegs } from '../../../../src/domain/instrument/product-kind'
import { shownPrice, type FirstPicture } from '../../../../src/domain/market/first-picture'
import { escapeHtml } from './escape-html'

/** Where `index.html` has these, a page gets its market: as an attribute's value, and as text that is seen at once. */
const PICTURE_MARK = '%HALYARD_PICTURE%'
const TEXT_MARK = '%HALYARD_FIRST%'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** @param picture `null` for a page without a market: what it has at the marks is empty */
export function withPicture(html: string, picture: FirstPicture | null): string {
  const data = picture === null ? '' : escapeHtml(JSON.stringify(picture))
  const text = picture === null ? '' : picturedText(picture)
  return html.replace(PICTURE_MARK, () => data).replace(TEXT_MARK, () => text)
}

/** Packed for this one answer, so quickly rather than small. */
export function packPage(html: string, encoding: 'br' | 'gzip' | null): Promise<Buffer> | Buffer {
  if (encoding === null) return Buffer.from(html)
  if (encoding === 'gzip') return gzipped(html)
  return brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}

/** No word stands in it, as the server knows no language: the name, the last price, the change of a day, and as of when. */
function picturedText({ listed, ticker }: FirstPicture): string {
  const time = new Date(ticker.timeMs).toISOString()
  const price = shownPrice(ticker) ?? ''
  const change = ticker.price24hChange === null ? '' : ` <span>${escapeHtml(inPercent(ticker.price24hChange))}</span>`
  return `<b>${escapeHtml(nameOf(listed))}</b> <data value="${escapeHtml(price)}">${escapeHtml(grouped(price))}</data>${change} <time datetime="${time}">${time.slice(11, 19)} UTC</time>`
}

/** A spread's as its page has it: what its first leg costs less its second. */
function nameOf({ displayName }: FirstPicture['listed']): string {
  return spreadLegs(displayName)?.join(' − ') ?? displayName
}

/** @param price decimal text */
function grouped(price: string): string {
  const [whole = '', ...rest] = price.split('.')
  // A spread may cost less than nothing; a minus is no hyphen.
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ',').replace('-', '−'), ...rest].join('.')
}

/** @param fraction truncated at six decimals */
function inPercent(fraction: string): string {
  const percent = (Number(fraction) * 100).toFixed(2)
  return `${percent.startsWith('-') ? '' : '+'}${percent}%`
}
