import { NOTICE_KINDS, type Notice, type NoticeKind } from '../../domain/market/notice'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asArray, asObject, readInteger, readOptionalText, readText, WireError, type JsonObject } from '../json'

/** One row of `public.notice`. A message has every notice that is valid when it is sent, the next event first. */
export interface NoticeJson {
  readonly id: string
  readonly kind: NoticeKind
  readonly symbols: readonly string[]
  readonly symbolCount: number
  readonly content: string
  readonly eventTimeE3: number
  readonly startTimeE3: number
  readonly endTimeE3: number
  readonly url: string
}

export function writeNotice(notice: Notice): NoticeJson {
  return {
    id: notice.id,
    kind: notice.kind,
    symbols: notice.symbols,
    symbolCount: notice.symbolCount,
    content: notice.text,
    eventTimeE3: notice.atMs,
    startTimeE3: notice.fromMs,
    endTimeE3: notice.untilMs,
    url: notice.url ?? '',
  }
}

/** @throws WireError naming the field */
export function parseNotices(data: unknown): readonly Notice[] {
  return asArray(data, 'data').map((row, at) => parseNotice(asObject(row, `data[${at}]`)))
}

function parseNotice(json: JsonObject): Notice {
  return {
    id: readText(json, 'id'),
    kind: readNoticeKind(json),
    symbols: asArray(json['symbols'], 'symbols').map((symbol) => readSymbol(symbol)),
    symbolCount: readInteger(json, 'symbolCount'),
    text: readText(json, 'content'),
    atMs: readInteger(json, 'eventTimeE3'),
    fromMs: readInteger(json, 'startTimeE3'),
    untilMs: readInteger(json, 'endTimeE3'),
    url: readOptionalText(json, 'url'),
  }
}

/** @throws WireError */
export function readNoticeKind(json: JsonObject): NoticeKind {
  const kind = NOTICE_KINDS.find((one) => one === json['kind'])
  if (kind === undefined) throw new WireError('kind', json['kind'])
  return kind
}

function readSymbol(value: unknown): InstrumentSymbol {
  if (typeof value !== 'string') throw new WireError('symbols', value)
  return value as InstrumentSymbol
}
