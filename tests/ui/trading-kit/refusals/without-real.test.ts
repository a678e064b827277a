import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CODE } from '../../../../src/wire/rest/codes'

type Code = keyof typeof CODE

/** Where refusals are made for real: by an exchange that runs, through the hub, and read as words. */
const REAL = [
  './real-refusals.test.ts',
  './real-changes.test.ts',
  './real-position.test.ts',
  './real-margin-mode.test.ts',
  './real-loans.test.ts',
  './real-copy-trade.test.ts',
  '../../spread-entry/spread-refusals.test.ts',
] as const

const PROGRAMS = 'a program hears it, and the app is none'
const CLOSED = 'the screen closes the way before anything is sent'
/** Codes that none of these makes, and why no trader of the app hears them so. */
const NEVER_HEARD: Readonly<Partial<Record<Code, string>>> = {
  ok: 'is no refusal',
  timestampOutsideWindow: PROGRAMS,
  apiKeyInvalid: PROGRAMS,
  signatureInvalid: PROGRAMS,
  keyNotInList: PROGRAMS,
  notForUnified: PROGRAMS,
  notModified: PROGRAMS,
  triggerBelowPrice: PROGRAMS,
  triggerAbovePrice: PROGRAMS,
  spotInsufficientBalance: PROGRAMS,
  rateLimited: 'the hub sends no more than the exchange takes; made for real by `tests/exchange/api/order-calls`',
  authenticationFailed: 'the session is cleared; made for real in a browser by `account-change.spec.ts`',
  serverError: 'a fault of the exchange itself',
  regionRestricted: 'this exchange never says it: no visitor has a region',
  duplicateLinkId: 'the hub takes it for the order itself, which it then looks up (O20)',
  hedgeNotAllowed: CLOSED,
  symbolNotTrading: CLOSED,
  auctionClosed: CLOSED,
  auctionGtcOnly: CLOSED,
  auctionNoTpSl: CLOSED,
  preMarketPortfolio: CLOSED,
  preMarketDemo: CLOSED,
  spotNotSupported: CLOSED,
  riskLimitExceeded: 'for sizes that no leverage allows: a paper account has no balance for them, and hears 30031',
}

/** The reasons for codes without a row, which name them too, are no rows. */
const REASONS = /\nconst WITHOUT_ROW[^\n]*\{\n[\s\S]*?\n\}\n/

test('every code is made for real, or is never heard (issue 23.7)', () => {
  const text = REAL.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8').replace(REASONS, '')).join('\n')
  const isMade = (code: Code): boolean => new RegExp(`\\bCODE\\.${code}\\b|'${code}'`).test(text)
  const notMade = (Object.keys(CODE) as Code[]).filter((code) => !isMade(code))
  // Whoever makes one for real takes it out here.
  expect(notMade.toSorted()).toEqual(Object.keys(NEVER_HEARD).toSorted())
})
