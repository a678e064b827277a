// The smallest host of Orderly's trading page: what its packages need to stand, wallets included, and nothing else.
import '@orderly.network/ui/dist/styles.css'
import { OrderlyAppProvider } from '@orderly.network/react-app'
import { TradingPage } from '@orderly.network/trading'
import { WalletConnectorProvider } from '@orderly.network/wallet-connector'
import { Buffer } from 'buffer'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

// The wallets' libraries expect it as Node has it.
globalThis.Buffer = Buffer
const page = createElement(TradingPage, { symbol: 'PERP_BTC_USDC', tradingViewConfig: { library_path: '' } })
const terms = { brokerId: 'demo', brokerName: 'Demo', networkId: 'mainnet' }
const app = createElement(OrderlyAppProvider, terms, page)
createRoot(document.getElementById('root')).render(createElement(WalletConnectorProvider, null, app))
