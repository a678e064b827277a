import type { Notice } from '../../domain/market/notice'
import { formatDateTime } from '../format'
import type { Translate } from '../i18n/words'

/** What a notice says: the operator's own words, else a sentence of its kind, its contracts and its time. */
export function announcementText(notice: Notice, t: Translate<'announcement'>): string {
  const { text, kind, symbols, symbolCount, atMs } = notice
  if (text !== '') return text
  const [symbol] = symbols
  const values = { symbol, others: symbolCount - 1, time: formatDateTime(atMs) }
  if (symbol === undefined)
    // The calendar and changed terms always name what they are about.
    return kind === 'maintenance' || kind === 'delisting'
      ? t(`announcement:${kind}.all`, values)
      : t(`announcement:kind.${kind}`)
  return t(`announcement:${kind}.${symbolCount > 1 ? 'many' : 'one'}`, values)
}

/** Whether a link leads somewhere on this origin; the exchange sends such a path or an https address, and nothing else is followed. */
export function linkOf({ url }: Notice): { readonly href: string; readonly isHere: boolean } | null {
  if (url === null) return null
  if (/^\/(?![/\\])/.test(url)) return { href: url, isHere: true }
  return url.startsWith('https://') && URL.canParse(url) ? { href: url, isHere: false } : null
}
