import type { Hono } from 'hono'
import { CODE } from '../../../src/wire/rest/codes'
import { answer, Refused, requireCaller, requireTrader, type Core } from '../core'
import { readQuery } from '../http/read-request'
import { signerOf } from '../session/signed-calls'

/** What libraries ask before they trade, and products that are not traded here: empty, and well formed. */
export function addStrangerCalls(app: Hono, core: Core): void {
  app.get('/v5/user/query-api', (context) => {
    const { account } = requireCaller(core, context)
    const key = signerOf(context.req.raw)
    if (key === null) throw new Refused(CODE.authenticationFailed, 'this call is for keys', { field: 'X-BAPI-API-KEY' })
    const trades = key.permissions.includes('trade')
    return answer(core, context, {
      id: key.apiKey,
      userID: account,
      note: key.note,
      apiKey: key.apiKey,
      readOnly: trades ? 0 : 1,
      secret: '',
      permissions: {
        ContractTrade: trades ? ['Order', 'Position'] : [],
        Spot: [],
        Options: [],
        Derivatives: trades ? ['DerivativesTrade'] : [],
        Wallet: [],
        CopyTrading: [],
        BlockTrade: [],
        Exchange: [],
        NFT: [],
      },
      ips: ['*'],
      type: 1,
      deadlineDay: 0,
      expiredAt: '',
      createdAt: new Date(key.createdAtMs).toISOString(),
      unified: 0,
      uta: 1,
      isMaster: true,
      parentUid: '0',
    })
  })

  // Nothing is deposited or withdrawn here, so a coin has no chains.
  app.get('/v5/asset/coin/query-info', (context) => {
    const { account } = requireCaller(core, context)
    const asked = readQuery(context).get('coin')
    const coins = core.journal.venue.wallet(account)?.coins ?? []
    const rows = coins
      .filter(({ coin }) => asked === undefined || asked === coin)
      .map(({ coin }) => ({ name: coin, coin, remainAmount: '0', chains: [] }))
    return answer(core, context, { rows })
  })

  for (const path of ['instrument', 'tickers', 'recent-trade'])
    app.get(`/v5/spread/${path}`, (context) => answer(core, context, { list: [], nextPageCursor: '' }))
  for (const path of ['order/realtime', 'order/history', 'execution/list'])
    app.get(`/v5/spread/${path}`, (context) => {
      requireCaller(core, context)
      return answer(core, context, { list: [], nextPageCursor: '' })
    })
  for (const path of ['create', 'amend', 'cancel'])
    app.post(`/v5/spread/order/${path}`, (context) => {
      requireTrader(core, context)
      throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
    })

  // All accounts here are unified ones: their margin mode is the account's, not a contract's.
  app.post('/v5/position/switch-isolated', (context) => {
    requireTrader(core, context)
    throw new Refused(CODE.notForUnified, 'this call is not for unified accounts; use set-margin-mode')
  })
}
