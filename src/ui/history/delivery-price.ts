import { parseDecimalText, type Price } from '../../domain/decimal'
import { isObject } from '../../wire/json'

const PATH = '/v5/market/delivery-price'

const known = new Map<string, Promise<Price | null>>()

/**
 * At what an option was settled, by the exchange itself, past the hub: it is only drawn (ADR-745).
 * @returns `null` where the exchange does not know it any more (thirty days), or gave no answer: that one is asked again
 */
export function deliveryPriceOf(symbol: string): Promise<Price | null> {
  let price = known.get(symbol)
  if (price === undefined) {
    price = read(symbol).catch(() => {
      known.delete(symbol)
      return null
    })
    known.set(symbol, price)
  }
  return price
}

async function read(symbol: string): Promise<Price | null> {
  const query = new URLSearchParams({ category: 'option', symbol })
  const response = await fetch(`${PATH}?${query}`, { credentials: 'same-origin', cache: 'no-store' })
  const answer: unknown = await response.json()
  const result = isObject(answer) && answer['retCode'] === 0 ? answer['result'] : null
  const list = isObject(result) ? result['list'] : null
  if (!Array.isArray(list)) throw new Error(`${PATH} of ${symbol}: ${response.status}`)
  const [row] = list as readonly unknown[]
  const text = isObject(row) ? row['deliveryPrice'] : null
  return typeof text === 'string' ? (parseDecimalText(text) as Price | null) : null
}
