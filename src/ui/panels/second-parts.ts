/*
 * What is drawn behind the first prices: in one file, since all of it is wanted at once and shares most of what it is made
 * of (`second-commit.tsx`).
 */
export { AccountCard } from '../assets/AccountCard'
export { OrderEntry } from '../order-entry/OrderEntry'
export { RecentTradesPanel } from '../trades/RecentTradesPanel'
export { TradesBody } from '../trades/TradesBody'
export { AccountPanel } from './AccountPanel'
export { PriceChart } from './PriceChart'
