import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Origin } from '../../../exchange/journal/journal-port'
import { JsonWriter } from '../../../exchange/journal/json-writer'
import { fillLine, inputLine, summaryOf, type FillEvent } from '../../../exchange/journal/ledger-line'
import { writeFillLine, writeInputLine } from '../../../exchange/journal/write-line'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { VenueResult } from '../../../exchange/venue/venue-port'
import type { Order } from '../../../src/domain/order/order'

const text = fc.oneof(fc.string(), fc.constantFrom('BTCUSDT', '"', '\\', 'ü', '\n', 'press-1'))
const decimal = fc.constantFrom('0', '0.1', '61234.5', '-3')
const count = fc.maxSafeInteger().map(Math.abs)

const order = fc.record(
  {
    symbol: text,
    side: fc.constantFrom('buy', 'sell'),
    type: fc.constantFrom('limit', 'market'),
    price: fc.option(decimal),
    qty: decimal,
    timeInForce: fc.constantFrom('goodTillCancel', 'immediateOrCancel'),
    reduceOnly: fc.boolean(),
    closeOnTrigger: fc.boolean(),
    positionIdx: fc.constantFrom(0, 1, 2),
    trigger: fc.constant({ price: '1', by: 'mark', direction: 1 }),
    tpSl: fc.constant({ takeProfit: { price: '2' } }),
    slippage: fc.constant({ unit: 'tick', value: '3' }),
    smpType: fc.constantFrom('cancelMaker', 'cancelTaker', 'cancelBoth'),
    isSplit: fc.constant(true),
    action: fc.constant('ReverseClose'),
  },
  {
    noNullPrototype: true,
    requiredKeys: [
      'symbol',
      'side',
      'type',
      'price',
      'qty',
      'timeInForce',
      'reduceOnly',
      'closeOnTrigger',
      'positionIdx',
    ],
  },
)
const reference = fc.record({ symbol: text, orderId: fc.option(text), orderLinkId: fc.option(text) })
const input = fc.oneof(
  fc.record(
    {
      type: fc.constant('place'),
      account: text,
      linkId: text,
      order,
      isHalved: fc.constant(true),
      isProtected: fc.constant(true),
      waitsWithAmount: fc.constant(true),
      leverage: decimal,
    },
    { noNullPrototype: true, requiredKeys: ['type', 'account', 'linkId', 'order'] },
  ),
  fc.record(
    { type: fc.constant('cancel'), account: text, order: reference, withPair: fc.boolean() },
    { noNullPrototype: true, requiredKeys: ['type', 'account', 'order'] },
  ),
  fc.constant({ type: 'tick' }),
  fc.record({
    type: fc.constant('openStrategy'),
    account: text,
    linkId: text,
    strategy: fc.constant({ kind: 'twap' }),
  }),
) as fc.Arbitrary<VenueInput>

const origin: fc.Arbitrary<Origin> = fc.record({
  account: text,
  connId: text,
  term: count,
  clientTag: text,
})

const told = fc.record(
  {
    id: text,
    type: fc.constantFrom('limit', 'market'),
    price: decimal,
    status: text,
    qty: decimal,
    filledQty: decimal,
  },
  { noNullPrototype: true },
) as unknown as fc.Arbitrary<Order>
const result = fc.oneof(
  fc.record(
    {
      ok: fc.constant(true),
      order: told,
      failedQty: decimal,
      split: fc.constant({ parts: 3, placed: 2 }),
      strategyId: text,
      orders: fc.array(told),
      repaid: fc.array(fc.record({ coin: text, amount: decimal }, { noNullPrototype: true })),
    },
    { noNullPrototype: true, requiredKeys: ['ok'] },
  ),
  fc.constant({ ok: false, refusal: { kind: 'qtyInvalid', minLots: 1, maxLots: 2 } }),
) as fc.Arbitrary<VenueResult>

const written = (write: (to: JsonWriter) => void): string => {
  const to = new JsonWriter()
  write(to)
  return to.toString()
}

describe('a line written into bytes is the line as it is defined', () => {
  test('of an input', () => {
    fc.assert(
      fc.property(count, count, input, origin, result, (seq, timeE3, command, from, answer) => {
        expect(written((to) => writeInputLine(to, seq, timeE3, command, from, answer))).toBe(
          `${inputLine(seq, timeE3, command, from, summaryOf(answer))}\n`,
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('of a fill', () => {
    const fill = fc.record({
      type: fc.constant('fill'),
      execId: text,
      symbol: text,
      price: decimal,
      qty: decimal,
      makerOrderId: text,
      takerOrderId: text,
      timeMs: count,
    }) as unknown as fc.Arbitrary<FillEvent>
    fc.assert(
      fc.property(count, fill, (seq, one) => {
        expect(written((to) => writeFillLine(to, seq, one))).toBe(`${fillLine(seq, one)}\n`)
      }),
    )
  })
})
