import { expect, test } from 'vitest'
import { optionInstrument } from '../../../exchange/listings/option-instrument'
import { parseOptionAnswer } from '../../../src/wire/rest/option-info'
import { writeOptionInfo } from '../../../src/wire/v5/option-rows'

const row = { family: 'option', base: 'BTC', listedMs: 1_000, expiryMs: 1_798_761_600_000 } as const
const CALL = optionInstrument({ ...row, symbol: 'BTC-1JAN27-60000-C-USDT', kind: 'usdt' }, 'trading')
const PUT = optionInstrument({ ...row, symbol: 'BTC-1JAN27-60000-P', kind: 'usdc' }, 'delivering')

test('an option is read as the exchange lists it; its place in lists is not told', () => {
  for (const option of [CALL, PUT])
    expect(parseOptionAnswer({ list: [writeOptionInfo(option)] })).toEqual({ ...option, indexSort: 0 })
})

test('nothing of that name is none; a row that is no option is refused', () => {
  expect(parseOptionAnswer({ list: [] })).toBeNull()
  expect(() => parseOptionAnswer({ list: [{ ...writeOptionInfo(CALL), symbol: 'BTCUSDT' }] })).toThrow('symbol')
})
