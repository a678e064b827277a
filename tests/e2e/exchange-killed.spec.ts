import { randomUUID } from 'node:crypto'
import { expect, expectFeed, lastPrice, openTrade, press, showTable, test } from './lib/trading'

/** Kills of the exchange under a running order flow; the long run takes 20 and more. */
const KILLS = Number(process.env['HALYARD_KILLS'] ?? '2')

test(`kill -9 of the exchange under a running order flow, ${KILLS} times: ledger, REST and screen agree (F6, I1, I8) @long`, async ({
  context,
  exchange,
}) => {
  test.setTimeout(60_000 + KILLS * 30_000)
  const page = await openTrade(context, exchange)
  const far = Math.floor((await lastPrice(exchange)) * 0.995)
  await press(page, { side: 'Buy / Long', price: String(far), qty: '0.01' })

  const acknowledged = new Map<string, string>()
  const place = async (): Promise<void> => {
    const id = randomUUID()
    const qty = (1 + Math.floor(Math.random() * 5)) / 1_000
    const answer = await page.evaluate(
      async ({ id, price, qty }) => {
        try {
          const reply = await fetch('/contract/v5/order/create', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-requested-with': 'halyard', 'client-tag': id },
            body: JSON.stringify({
              symbol: 'BTCUSDT',
              side: 'Buy',
              orderType: 'Limit',
              price,
              qty,
              timeInForce: 'GoodTillCancel',
              reduceOnly: false,
              closeOnTrigger: false,
              positionIdx: 0,
              orderLinkId: id,
            }),
          })
          return (await reply.json()) as { retCode: number; result: { orderId: string } }
        } catch {
          return null
        }
      },
      { id, price: String(far - 50 + Math.floor(Math.random() * 40)), qty: String(qty) },
    )
    if (answer?.retCode === 0) acknowledged.set(id, answer.result.orderId)
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const stopped = new AbortController()
    const flow = (async () => {
      while (!stopped.signal.aborted) await Promise.all([place(), place(), place()])
    })()
    const enough = acknowledged.size + 6
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThanOrEqual(enough)
    await exchange.stop('SIGKILL')
    stopped.abort()
    await flow
    await exchange.resume()
    await expectFeed(page, 'live', 20_000)
  }

  const ledger = exchange.ledger()
  const accepted = ledger.filter((line) => line.command?.type === 'place' && line.result?.ok === true)
  const byLink = new Map<string, typeof accepted>()
  for (const line of accepted) byLink.set(line.orderLinkId ?? '', [...(byLink.get(line.orderLinkId ?? '') ?? []), line])
  for (const [id, orderId] of acknowledged) {
    expect(byLink.get(id), `${id} (${orderId}) was acknowledged`).toHaveLength(1)
  }
  for (const [id, lines] of byLink) expect(lines, `${id} in the ledger`).toHaveLength(1)

  const open = await page.evaluate(async () => {
    const ids: string[] = []
    let cursor = ''
    do {
      const reply = (await (
        await fetch(
          `/v5/order/realtime?category=linear&symbol=BTCUSDT&openOnly=0&limit=50&cursor=${encodeURIComponent(cursor)}`,
        )
      ).json()) as {
        result: { list: { orderId: string; orderStatus: string }[]; nextPageCursor?: string }
      }
      ids.push(
        ...reply.result.list
          .filter((row) => row.orderStatus === 'New' || row.orderStatus === 'PartiallyFilled')
          .map((row) => row.orderId),
      )
      cursor = reply.result.nextPageCursor ?? ''
    } while (cursor !== '')
    return ids.toSorted()
  })
  const region = await showTable(page, 'Open orders')
  await expect
    .poll(
      async () =>
        (
          await region
            .getByRole('table', { name: 'Open orders' })
            .locator('tr[data-order-id]')
            .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order-id') ?? ''))
        ).toSorted(),
      { timeout: 15_000 },
    )
    .toEqual(open)
  expect(new Set(open).size).toBe(open.length)
})
