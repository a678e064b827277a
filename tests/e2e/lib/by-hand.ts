import type { Page } from '@playwright/test'

/** An order that the page knows nothing of: the account's own session asks for it past the hub. */
interface ByHand {
  readonly price: string
  readonly orderLinkId: string
  readonly qty?: string
}

/** Places a limit buy of BTCUSDT. @returns the exchange's code */
export function createByHand(page: Page, { price, orderLinkId, qty = '0.01' }: ByHand): Promise<number> {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', timeInForce: 'GoodTillCancel', positionIdx: 0 }
  return page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'test' }
      const answer = await fetch('/contract/v5/order/create', { method: 'POST', headers, body })
      return ((await answer.json()) as { readonly retCode: number }).retCode
    },
    JSON.stringify({ ...order, price, qty, orderLinkId }),
  )
}
