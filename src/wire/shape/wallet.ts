import type { AccountKind, CoinBalance, CoinDebt, Wallet } from '../../domain/account/wallet'
import type { Money, Rate } from '../../domain/decimal'
import {
  asArray,
  asObject,
  readDecimal,
  readFlag,
  readInteger,
  readOptionalDecimal,
  readText,
  readWord,
  type JsonObject,
} from '../json'
import { MARGIN_MODE_OF } from '../rest/position-settings'
import { MARGIN_MODE_WORD } from '../trade-words'

export interface CoinJson {
  readonly coin: string
  readonly walletBalance: string
  readonly unrealisedPnl: string
  readonly equity: string
  /** Of the coin itself, never more than it holds unlocked. */
  readonly availableToWithdraw: string
  /** Ours: free for new orders, where that is another amount: a gain on paper, or other coins, back them too. */
  readonly availableBalance?: string
  readonly totalPositionIM: string
  readonly totalOrderIM: string
  readonly locked: string
  readonly totalPositionMM: string
  readonly cumRealisedPnl: string
  readonly usdValue: string
  /** Of accounts whose coins back each other alone; v5's rows have them always. */
  readonly borrowAmount?: string
  readonly spotBorrow?: string
  readonly accruedInterest?: string
  readonly collateralSwitch?: boolean
}

/** A wallet, as `user.wallet` and `/v5/account/wallet-balance` carry it. `accountType` is v5's word, `accountKind` ours. */
export interface WalletJson {
  readonly accountType: 'UNIFIED'
  readonly accountKind: string
  /** Ours, in the words of v5's `set-margin-mode`. */
  readonly marginMode?: string
  /** Ours, in the words of v5's `account/info`. */
  readonly spotHedgingStatus?: 'ON' | 'OFF'
  readonly totalEquity: string
  readonly totalWalletBalance: string
  readonly totalMarginBalance: string
  readonly totalAvailableBalance: string
  readonly totalPerpUPL: string
  readonly totalInitialMargin: string
  readonly totalMaintenanceMargin: string
  readonly accountIMRate: string
  readonly accountMMRate: string
  readonly coin: readonly CoinJson[]
  readonly seq: number
}

const ACCOUNT_KINDS: ReadonlyMap<string, AccountKind> = new Map(
  (['uta2', 'uta', 'demo', 'pm', 'copy'] as const).map((kind) => [kind, kind]),
)

export function writeWallet(wallet: Wallet): WalletJson {
  return {
    accountType: 'UNIFIED',
    accountKind: wallet.accountType,
    ...(wallet.marginMode === undefined ? {} : { marginMode: MARGIN_MODE_WORD[wallet.marginMode] }),
    ...(wallet.hedgesSpot === undefined ? {} : { spotHedgingStatus: wallet.hedgesSpot ? 'ON' : 'OFF' }),
    totalEquity: wallet.totalEquity,
    totalWalletBalance: wallet.totalWalletBalance,
    totalMarginBalance: wallet.totalMarginBalance,
    totalAvailableBalance: wallet.totalAvailable,
    totalPerpUPL: wallet.totalUnrealisedPnl,
    totalInitialMargin: wallet.totalInitialMargin,
    totalMaintenanceMargin: wallet.totalMaintenanceMargin,
    accountIMRate: wallet.initialMarginRate ?? '',
    accountMMRate: wallet.maintenanceMarginRate ?? '',
    coin: wallet.coins.map((coin) => ({
      coin: coin.coin,
      walletBalance: coin.walletBalance,
      unrealisedPnl: coin.unrealisedPnl,
      equity: coin.equity,
      availableToWithdraw: coin.withdrawable ?? coin.available,
      ...(coin.withdrawable === undefined ? {} : { availableBalance: coin.available }),
      totalPositionIM: coin.positionInitialMargin,
      totalOrderIM: coin.orderInitialMargin,
      locked: coin.locked ?? '0',
      totalPositionMM: coin.maintenanceMargin,
      cumRealisedPnl: coin.cumRealisedPnl,
      usdValue: coin.usdValue,
      ...(coin.lending === undefined ? {} : writeDebt(coin.lending)),
    })),
    seq: wallet.seq,
  }
}

/** v5's names: what is borrowed with unrealised losses counted, what was lent, interest, and whether the coin counts. */
export function writeDebt({ borrowed, lent, interest, isCollateral }: CoinDebt) {
  return { borrowAmount: borrowed, spotBorrow: lent, accruedInterest: interest, collateralSwitch: isCollateral }
}

/** @throws WireError naming the field */
export function parseWallet(json: JsonObject): Wallet {
  return {
    accountType: readWord(json, 'accountKind', ACCOUNT_KINDS),
    ...('marginMode' in json ? { marginMode: readWord(json, 'marginMode', MARGIN_MODE_OF) } : {}),
    ...('spotHedgingStatus' in json ? { hedgesSpot: json['spotHedgingStatus'] === 'ON' } : {}),
    totalEquity: readDecimal<Money>(json, 'totalEquity'),
    totalWalletBalance: readDecimal<Money>(json, 'totalWalletBalance'),
    totalMarginBalance: readDecimal<Money>(json, 'totalMarginBalance'),
    totalAvailable: readDecimal<Money>(json, 'totalAvailableBalance'),
    totalUnrealisedPnl: readDecimal<Money>(json, 'totalPerpUPL'),
    totalInitialMargin: readDecimal<Money>(json, 'totalInitialMargin'),
    totalMaintenanceMargin: readDecimal<Money>(json, 'totalMaintenanceMargin'),
    initialMarginRate: readOptionalDecimal<Rate>(json, 'accountIMRate'),
    maintenanceMarginRate: readOptionalDecimal<Rate>(json, 'accountMMRate'),
    coins: asArray(json['coin'], 'coin').map((row) => parseCoin(asObject(row, 'coin'))),
    seq: readInteger(json, 'seq'),
  }
}

function parseCoin(json: JsonObject): CoinBalance {
  return {
    coin: readText(json, 'coin'),
    walletBalance: readDecimal<Money>(json, 'walletBalance'),
    unrealisedPnl: readDecimal<Money>(json, 'unrealisedPnl'),
    equity: readDecimal<Money>(json, 'equity'),
    available: readOptionalDecimal<Money>(json, 'availableBalance') ?? readDecimal<Money>(json, 'availableToWithdraw'),
    positionInitialMargin: readDecimal<Money>(json, 'totalPositionIM'),
    orderInitialMargin: readDecimal<Money>(json, 'totalOrderIM'),
    ...('locked' in json ? { locked: readDecimal<Money>(json, 'locked') } : {}),
    maintenanceMargin: readDecimal<Money>(json, 'totalPositionMM'),
    cumRealisedPnl: readDecimal<Money>(json, 'cumRealisedPnl'),
    usdValue: readDecimal<Money>(json, 'usdValue'),
    ...('spotBorrow' in json ? { lending: parseDebt(json) } : {}),
  }
}

function parseDebt(json: JsonObject): CoinDebt {
  return {
    borrowed: readDecimal<Money>(json, 'borrowAmount'),
    lent: readDecimal<Money>(json, 'spotBorrow'),
    interest: readDecimal<Money>(json, 'accruedInterest'),
    isCollateral: readFlag(json, 'collateralSwitch'),
  }
}
