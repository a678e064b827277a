import type { Route } from './shared/route/route'
import { ALERT_CALLS } from './native/alert-calls'
import { API_KEY_CALLS } from './sandbox/api-key-calls'
import { BATCH_CALLS } from './v5/batch-calls'
import { COPY_TRADE_CALLS } from './native/copy-trade-calls'
import { FIRST_ANSWER_CALLS } from './native/first-answer-call'
import { NATIVE_CALLS } from './native/native-calls'
import { NATIVE_MARGIN_CALLS } from './native/native-margin-calls'
import { LENDING_CALLS } from './v5/lending-calls'
import { MAKER_PROTECTION_CALLS } from './v5/maker-protection-calls'
import { MARGIN_CALLS } from './v5/margin-calls'
import { NATIVE_ORDER_CALLS } from './native/order-calls'
import { V5_ORDER_CALLS } from './v5/order-calls'
import { POSITION_LISTS } from './native/position-lists'
import { PREFERENCE_CALLS } from './native/preference-calls'
import { NATIVE_RECORD_CALLS } from './native/record-calls'
import { V5_RECORD_CALLS } from './v5/record-calls'
import { SANDBOX_CALLS } from './sandbox/sandbox-calls'
import { SLIPPAGE_CALLS } from './native/slippage-presets'
import { SPOT_LISTS } from './native/spot-lists'
import { ORDER_PREVIEW_CALL } from './native/order-preview-call'
import { PORTFOLIO_CALL } from './native/portfolio-call'
import { PRE_CHECK_CALL } from './v5/pre-check-call'
import { SPOT_BORROW_CHECK } from './v5/spot-borrow-check'
import { SPOT_MARGIN_CALLS } from './v5/spot-margin-calls'
import { STRATEGY_CALLS } from './native/strategy-calls'
import { ACCOUNT_CALLS } from './v5/account'
import { ACCOUNT_INFO_CALLS } from './v5/account-info'
import { ASSET_CALLS } from './v5/asset'
import { MARKET_CALLS } from './v5/market'
import { MARKET_PAST_CALLS } from './v5/market-past'
import { MARKET_INFO_CALLS } from './v5/market-info'
import { SPREAD_CANDLES } from './native/spread-candles'
import { SPREAD_MARKET_CALLS } from './v5/spread-market-calls'
import { SPREAD_ORDER_CALLS } from './v5/spread-order-calls'
import { OTHER_PRODUCT_CALLS } from './v5/other-products'

/** Every call of this exchange but control's: what the gateway serves, and what docs/api.md is written from. */
export const ROUTES: readonly Route[] = [
  ...SANDBOX_CALLS,
  ...API_KEY_CALLS,
  ...NATIVE_CALLS,
  ...PREFERENCE_CALLS,
  ...ALERT_CALLS,
  ...FIRST_ANSWER_CALLS,
  ...SLIPPAGE_CALLS,
  ...SPOT_LISTS,
  ...NATIVE_ORDER_CALLS,
  ...V5_ORDER_CALLS,
  PRE_CHECK_CALL,
  SPOT_BORROW_CHECK,
  ...STRATEGY_CALLS,
  ...NATIVE_MARGIN_CALLS,
  ...POSITION_LISTS,
  ORDER_PREVIEW_CALL,
  PORTFOLIO_CALL,
  ...COPY_TRADE_CALLS,
  ...MARKET_CALLS,
  ...MARKET_PAST_CALLS,
  ...MARKET_INFO_CALLS,
  ...BATCH_CALLS,
  ...MARGIN_CALLS,
  ...MAKER_PROTECTION_CALLS,
  ...NATIVE_RECORD_CALLS,
  ...V5_RECORD_CALLS,
  ...ACCOUNT_CALLS,
  ...ASSET_CALLS,
  ...ACCOUNT_INFO_CALLS,
  ...LENDING_CALLS,
  ...SPOT_MARGIN_CALLS,
  ...SPREAD_CANDLES,
  ...SPREAD_MARKET_CALLS,
  ...SPREAD_ORDER_CALLS,
  ...OTHER_PRODUCT_CALLS,
]
