import { NOTICE_SYMBOLS_MAX, NOTICE_TEXT_MAX, type Notice } from '../../src/domain/market/notice'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { asArray, readInteger, readOptionalText, readText, WireError, type JsonObject } from '../../src/wire/json'
import { readNoticeKind } from '../../src/wire/push/notice'
import type { Core } from '../api/core'

const ID_MAX = 40
const SHOWN_MS = 3_600_000

/** Publishes a notice of the operator on `public.notice`, or with `off` takes it back. @throws WireError */
export function announce(core: Core, body: JsonObject): void {
  const id = readText(body, 'id')
  if (id === '' || id.length > ID_MAX) throw new WireError('id', id)
  if (body['off'] === true) core.notices.withdraw(id)
  else core.notices.publish(readNotice(core, id, body))
  core.market.refreshNotices()
}

function readNotice(core: Core, id: string, body: JsonObject): Notice {
  const nowMs = core.journal.now()
  const timeOf = (field: string, otherwise: number): number => (field in body ? readInteger(body, field) : otherwise)
  const fromMs = timeOf('fromMs', nowMs)
  const untilMs = timeOf('untilMs', fromMs + SHOWN_MS)
  if (untilMs <= fromMs) throw new WireError('untilMs', untilMs)
  const text = readOptionalText(body, 'text') ?? ''
  if (text.length > NOTICE_TEXT_MAX) throw new WireError('text', text)
  const symbols = readSymbols(core, body)
  const kind = readNoticeKind(body)
  const url = readUrl(body)
  return { id, kind, symbols, symbolCount: symbols.length, text, atMs: timeOf('atMs', fromMs), fromMs, untilMs, url }
}

function readSymbols(core: Core, body: JsonObject): readonly InstrumentSymbol[] {
  if (!('symbols' in body)) return []
  const symbols = asArray(body['symbols'], 'symbols').map((one) => {
    const found = typeof one === 'string' ? core.catalogue.find(one) : null
    if (found === null) throw new WireError('symbols', one)
    return found.symbol
  })
  if (symbols.length > NOTICE_SYMBOLS_MAX) throw new WireError('symbols', symbols.length)
  return symbols
}

/** A path of this origin or an https address: nothing else is followed (decisions 18). */
function readUrl(body: JsonObject): string | null {
  const url = readOptionalText(body, 'url')
  if (url === null) return null
  if (!/^\/(?![/\\])/.test(url) && !url.startsWith('https://')) throw new WireError('url', url)
  return url
}
