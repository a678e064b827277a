import { quoted } from '../../base/unreadable'
import type { Qty } from '../../domain/decimal'
import type { QuoteGroup, TokenType } from '../../domain/instrument/quote-group'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import { asArray, asObject, invert, readDecimal, readText, readWord, WireError, type JsonObject } from '../json'
import type { RefusedRow } from './brief-symbol-list'
import {
  parseSpotSymbol,
  readTexts,
  readZeroFee,
  writeSpotSymbol,
  zeroFeeType,
  type SpotSymbolJson,
} from './spot-symbol'

export const SPOT_LIST_ALL_PATH = '/spot/api/basic/symbol_list_all'
export const SPOT_LIST_V3_PATH = '/spot/api/basic/symbol_list_v3'
export const SPOT_LIST_V2_PATH = '/spot/api/basic/symbol_list_v2'

/** Pairs of one quote coin (spec §3, quote-token group). */
export interface QuoteTokenGroupJson {
  readonly tokenId: string
  readonly tokenName: string
  readonly tokenFullName: string
  /** `CHAIN_TOKEN`, `REAL_MONEY`. */
  readonly tokenType: string
  readonly zeroFeeType: number
  readonly quoteTokenSymbols: readonly SpotSymbolJson[]
  readonly quoteTags: readonly string[]
}

const TOKEN_TYPE: Readonly<Record<TokenType, string>> = { chain: 'CHAIN_TOKEN', fiat: 'REAL_MONEY' }
const TOKEN_TYPES = invert(TOKEN_TYPE)

export function writeQuoteTokenGroup(group: QuoteGroup): QuoteTokenGroupJson {
  const isFiat = group.tokenType === 'fiat'
  return {
    tokenId: group.coin,
    tokenName: group.coin,
    tokenFullName: group.fullName,
    tokenType: TOKEN_TYPE[group.tokenType],
    zeroFeeType: zeroFeeType(group.zeroFee),
    quoteTokenSymbols: group.pairs.map((pair, at) => writeSpotSymbol(pair, { volume: group.volumes[at]!, isFiat })),
    quoteTags: group.tags,
  }
}

/** What one of the three lists says. */
export interface SpotList {
  /** What to send with the next question: `last_modified_at` of the first list, `version` of the third; else `null`. */
  readonly version: string | null
  /** Empty where nothing changed since the version that was sent. */
  readonly groups: readonly QuoteGroup[]
  /** Rows that cannot be read, or whose name another row has: the rest of the list stands. */
  readonly refused: readonly RefusedRow[]
}

/** The three lists spell two fields differently. */
const SPELLINGS = {
  all: { groups: 'quoteTokenSymbols', version: 'lastModifiedTime' },
  v3: { groups: 'quoteTokenResult', version: 'version' },
  v2: { groups: 'quoteTokenResult', version: null },
} as const

/** @throws WireError only when the answer is no spot list at all */
export function parseSpotList(result: unknown, list: keyof typeof SPELLINGS): SpotList {
  const json = asObject(result, 'result')
  const spelling = SPELLINGS[list]
  const reader = new GroupReader()
  const groups = asArray(json[spelling.groups], spelling.groups).map((row) => reader.read(row))
  const version = spelling.version === null ? null : readText(json, spelling.version)
  return { version, groups, refused: reader.refused }
}

/** Reads one group after the other: names and places are of the whole list. */
class GroupReader {
  readonly refused: RefusedRow[] = []
  readonly #taken = new Set<string>()

  read(row: unknown): QuoteGroup {
    const json = asObject(row, 'group')
    const coin = readText(json, 'tokenId')
    const pairs: SpotPair[] = []
    const volumes: Qty[] = []
    for (const [index, one] of asArray(json['quoteTokenSymbols'], 'quoteTokenSymbols').entries()) {
      try {
        pairs.push(this.#take(one, coin))
        volumes.push(readDecimal<Qty>(asObject(one, 'symbol'), 'volume'))
      } catch (error) {
        if (!(error instanceof WireError)) throw error
        this.refused.push({ row: `${coin}[${index}] ${quoted((one as JsonObject | null)?.['symbolName'])}`, error })
      }
    }
    return {
      coin,
      fullName: readText(json, 'tokenFullName'),
      tokenType: readWord(json, 'tokenType', TOKEN_TYPES),
      zeroFee: readZeroFee(json),
      tags: readTexts(json, 'quoteTags'),
      pairs,
      volumes,
    }
  }

  #take(row: unknown, coin: string): SpotPair {
    const pair = parseSpotSymbol(row, this.#taken.size + 1)
    if (pair.quoteCoin !== coin) throw new WireError('quoteTokenId', pair.quoteCoin)
    if (this.#taken.has(pair.symbol)) throw new WireError('symbolName', `${pair.symbol}, a second time`)
    this.#taken.add(pair.symbol)
    return pair
  }
}
