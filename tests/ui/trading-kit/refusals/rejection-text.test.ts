import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { i18n } from '../../../../src/ui/i18n/instance'
import { rejectionText } from '../../../../src/ui/trading-kit/refusals/rejection-text'

beforeAll(async () => {
  const file = new URL('../../../../locales/en/notices.json', import.meta.url)
  const notices = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  await i18n.init({ lng: 'en', resources: { en: { notices } }, interpolation: { escapeValue: false } })
})

describe('why something was refused, in words', () => {
  test.each([
    ['the hub itself', { code: null, reason: 'notLive', ext: {} }, 'Prices are not live.'],
    [
      'a field that the exchange finds fault with',
      { code: 10_001, reason: 'badRequest', ext: { field: 'qty' } },
      'The exchange refused qty: no multiple of the step.',
    ],
    [
      'reasons for a margin mode, one after the other',
      { code: 10_001, reason: 'badRequest', ext: { reasons: 'insufficientBalance,leverageSidesDiffer:BTCUSDT' } },
      'The available balance does not cover the margin needed. BTCUSDT: long and short leverage differ. Set them equal first.',
    ],
    [
      'reasons of the whole account, which name no contract, beside one that does',
      { code: 3_400_045, reason: 'refusedByExchange', ext: { reasons: 'wouldLiquidate,wouldLiquidate:BTCUSDT' } },
      'A position would be liquidated at once. BTCUSDT: the position would be liquidated at once.',
    ],
    [
      'reasons of coins',
      { code: 3_400_045, reason: 'refusedByExchange', ext: { reasons: 'insufficientBalance::USDC,hedgeMode::USDT' } },
      'The available USDC balance does not cover the margin needed. USDT contracts are in hedge mode, and portfolio margin knows one position of a contract. Change the position mode to one-way first.',
    ],
    [
      // 30,000,000 USDT is the highest tier that a leverage allows.
      'the risk limit, with what the exchange says that it is',
      { code: 110_090, reason: 'refusedByExchange', ext: { field: 'qty', limit: '30000000', coin: 'USDT' } },
      'The position would exceed its risk limit, 30,000,000 USDT. Lower the leverage or the quantity.',
    ],
    [
      'the risk limit of an answer that does not say it',
      { code: 110_090, reason: 'refusedByExchange', ext: {} },
      'The position would exceed its risk limit. Lower the leverage or the quantity.',
    ],
    [
      'a code that has words for its reasons alone, without one',
      { code: 182_108, reason: 'refusedByExchange', ext: {} },
      '182108: no multiple of the step',
    ],
    [
      'money that is lacking: grouped, to the cent of its coin',
      {
        code: 110_007,
        reason: 'refusedByExchange',
        ext: { required: '3776266.52128218', available: '368041.86424773', coin: 'USDC' },
      },
      'Insufficient balance: 3,776,266.52 USDC needed, 368,041.86 USDC available.',
    ],
    [
      'the same where less than a cent is lacking',
      {
        code: 110_007,
        reason: 'refusedByExchange',
        ext: { required: '1000.001', available: '1000', coin: 'USDT' },
      },
      'Insufficient balance: 1,000.001 USDT needed, 1,000 USDT available.',
    ],
    [
      'what is closed hedges the rest',
      {
        code: 30_031,
        reason: 'refusedByExchange',
        ext: { reason: 'hedge', required: '60000', available: '3800', coin: 'USDT' },
      },
      'Closing this would take a hedge away and liquidate the rest: the maintenance margin would need 60,000.00 USDT more, and the equity has 3,800.00 USDT left. Close less, or both sides in turns.',
    ],
    [
      'a request without a field',
      { code: 10_001, reason: 'badRequest', ext: {} },
      'The exchange did not understand the request.',
    ],
    [
      'a code without words',
      { code: 987_654, reason: 'refusedByExchange', ext: { field: 'qty' } },
      '987654: no multiple of the step',
    ],
  ] as const)('%s', (_, rejection, words) => {
    expect(rejectionText({ ...rejection, message: 'no multiple of the step' })).toBe(words)
  })
})
