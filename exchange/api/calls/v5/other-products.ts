import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'
import { optional, text, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { ANY_OBJECT, each, FLAG, INTEGER, listOf, object, TEXT } from '../shared/route/schema'
import { SYMBOL } from '../shared/shared-fields'
import { HISTORICAL_VOLATILITY_CALL } from './historical-volatility'
import { userIdOf } from './user-id'

const PERMISSIONS = [
  'ContractTrade',
  'Spot',
  'Options',
  'Derivatives',
  'Wallet',
  'CopyTrading',
  'BlockTrade',
  'Exchange',
  'NFT',
  'Affiliate',
  'Earn',
  'FiatP2P',
  'FiatBitPay',
  'FiatConvertBroker',
  'BitCard',
  'ByXPost',
] as const
/** What libraries ask before they trade, and products that are not traded here: empty, and well formed. */
export const OTHER_PRODUCT_CALLS = [
  route({
    method: 'GET',
    path: '/v5/user/query-api',
    about: 'What the key that signs may do',
    who: 'reader',
    input: {},
    result: object({
      ...each('id note apiKey secret expiredAt createdAt parentUid', TEXT),
      ...each('vipLevel mktMakerLevel rsaPublicKey kycLevel kycRegion', TEXT),
      ...each('readOnly type deadlineDay unified uta userID inviterID affiliateID', INTEGER),
      permissions: object(each(PERMISSIONS.join(' '), listOf(TEXT))),
      ips: listOf(TEXT),
      isMaster: FLAG,
    }),
    run({ caller }) {
      const { account, key } = caller
      if (key === null)
        throw new Refused(CODE.authenticationFailed, 'this call is for keys', { field: 'X-BAPI-API-KEY' })
      const trades = key.permissions.includes('trade')
      return {
        id: key.apiKey,
        userID: userIdOf(account),
        inviterID: 0,
        affiliateID: 0,
        vipLevel: 'No VIP',
        mktMakerLevel: '0',
        rsaPublicKey: '',
        kycLevel: 'LEVEL_DEFAULT',
        kycRegion: '',
        note: key.note,
        apiKey: key.apiKey,
        readOnly: trades ? 0 : 1,
        secret: '',
        permissions: {
          ...Object.fromEntries(PERMISSIONS.map((one) => [one, []])),
          ContractTrade: trades ? ['Order', 'Position'] : [],
          Derivatives: trades ? ['DerivativesTrade'] : [],
          Spot: trades ? ['SpotTrade'] : [],
          Options: trades ? ['OptionsTrade'] : [],
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
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/asset/coin/query-info',
    about:
      'Every coin that settles a contract or counts as margin. Nothing is deposited or withdrawn: no coin has chains',
    who: 'reader',
    input: { coin: optional(text({ max: 20 })) },
    result: object({
      rows: listOf(object({ name: TEXT, coin: TEXT, remainAmount: TEXT, chains: listOf(ANY_OBJECT) })),
    }),
    run({ core, caller, input }) {
      const held = core.journal.venue.wallet(caller.account)?.coins.map(({ coin }) => coin) ?? []
      const coins = new Set([...core.catalogue.all().map(({ settleCoin }) => settleCoin), ...held])
      const rows = [...coins]
        .filter((coin) => (input.coin ?? coin) === coin)
        .map((coin) => ({ name: coin, coin, remainAmount: '0', chains: [] }))
      return { rows }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/system/status',
    about: 'Times of maintenance, planned or past: empty, this exchange has none',
    who: 'anyone',
    input: {
      id: optional(text({ max: 64 })),
      state: optional(word(['scheduled', 'ongoing', 'completed', 'canceled'])),
    },
    result: object({ list: listOf(ANY_OBJECT) }),
    run: () => ({ list: [] }),
  }),
  HISTORICAL_VOLATILITY_CALL,
  // All accounts here are unified ones: their margin mode is the account's, not a contract's.
  route({
    method: 'POST',
    path: '/v5/position/switch-isolated',
    about: 'Refused: the margin mode is the account’s, see `set-margin-mode`',
    who: 'trader',
    input: { symbol: optional(SYMBOL) },
    result: object({}),
    codes: ['notForUnified'],
    run() {
      throw new Refused(CODE.notForUnified, 'this call is not for unified accounts; use set-margin-mode')
    },
  }),
]
