import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClients, type Clients } from './lib/clients'

let clients: Clients
let rest: Clients['rest']
let exchange: Clients['exchange']

beforeAll(async () => {
  clients = await openClients(['spot', 'leveragedToken'], ['spot'])
  ;({ rest, exchange } = clients)
}, 60_000)
afterAll(() => clients.close())

interface Row {
  readonly symbolId: string
  readonly symbolType: number
  readonly label: string
  readonly ltUnderlying: string
  readonly ltDirection: string
  readonly isBanBuy: boolean
  readonly isBanSell: boolean
}

async function rows(): Promise<ReadonlyMap<string, Row>> {
  const answer = await fetch(`${clients.sandbox.http}/spot/api/basic/symbol_list_v3`)
  const { result } = (await answer.json()) as {
    readonly result: { readonly quoteTokenResult: readonly { readonly quoteTokenSymbols: readonly Row[] }[] }
  }
  const all = result.quoteTokenResult.flatMap(({ quoteTokenSymbols }) => quoteTokenSymbols)
  return new Map(all.map((row) => [row.symbolId, row]))
}

describe('leveraged tokens (spec §3: symbolType, ltUnderlying, ltDirection, label, isBanBuy, isBanSell)', () => {
  it('are pairs of the lists, each with its underlying, direction and label', async () => {
    const listed = await rows()
    const plain = { symbolType: 0, label: '', ltUnderlying: '', ltDirection: '' }
    expect(listed.get('BTCUSDT')).toMatchObject(plain)
    const token = { symbolType: 1, ltUnderlying: 'BTC' }
    expect(listed.get('BTC3LUSDT')).toMatchObject({ ...token, label: '3L', ltDirection: 'LONG' })
    expect(listed.get('BTC3SUSDT')).toMatchObject({ ...token, label: '3S', ltDirection: 'SHORT' })
    expect(exchange.market('BTC3L/USDT')).toMatchObject({ spot: true, active: true, base: 'BTC3L', quote: 'USDT' })
  })

  it('are bought and sold back through ccxt, and are worth what their pair says', async () => {
    const bought = await exchange.createOrder('BTC3L/USDT', 'market', 'buy', 50, undefined, { marketUnit: 'baseCoin' })
    expect(bought.id).toBeTruthy()
    const { list } = (await rest.getWalletBalance({ accountType: 'UNIFIED', coin: 'BTC3L' })).result
    const held = list[0]!.coin.find(({ coin }) => coin === 'BTC3L')!
    // The fee of 0.1 % is of the coin that came.
    expect(held.walletBalance).toBe('49.95')
    const [ticker] = (await rest.getTickers({ category: 'spot', symbol: 'BTC3LUSDT' })).result.list
    // A token is worth about a dollar where its underlying stands where it first did.
    expect(Number(ticker!.lastPrice)).toBeGreaterThan(0.9)
    expect(Number(ticker!.lastPrice)).toBeLessThan(1.1)
    expect(Number(held.usdValue) / Number(ticker!.lastPrice)).toBeCloseTo(49.95, 0)
    await exchange.createOrder('BTC3L/USDT', 'market', 'sell', 49.95)
    const after = (await rest.getWalletBalance({ accountType: 'UNIFIED', coin: 'BTC3L' })).result.list
    expect(after[0]!.coin.find(({ coin }) => coin === 'BTC3L')?.walletBalance ?? '0').toBe('0')
  })

  it('are refused on the side that is banned, and taken on the other', async () => {
    const listed = await rows()
    expect(listed.get('ETH3SUSDT')).toMatchObject({ isBanBuy: false, isBanSell: true })
    expect(listed.get('EOSUSDT')).toMatchObject({ isBanBuy: true, isBanSell: false })
    await exchange.createOrder('ETH3S/USDT', 'market', 'buy', 50, undefined, { marketUnit: 'baseCoin' })
    await expect(exchange.createOrder('ETH3S/USDT', 'market', 'sell', 20)).rejects.toThrow(/170/)
    await expect(
      exchange.createOrder('EOS/USDT', 'market', 'buy', 20, undefined, { marketUnit: 'baseCoin' }),
    ).rejects.toThrow(/170/)
  })
})
