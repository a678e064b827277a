import { RestClientV5 } from 'bybit-api'
import { pro } from 'ccxt'
import type { ProductFamily } from '../../../exchange/listings/product-family'
import { openSandbox, type Sandbox } from './sandbox'

/** An exchange with a fresh account, and the published clients as they come, which have its key. */
export interface Clients {
  readonly sandbox: Sandbox
  readonly rest: RestClientV5
  readonly exchange: InstanceType<typeof pro.bybit>
  close(): Promise<void>
}

/**
 * @param families what is listed beside contracts
 * @param sockets the public sockets that ccxt is to know, by their category
 * @param options of ccxt's own
 */
export async function openClients(
  families: readonly ProductFamily[],
  sockets: readonly ('linear' | 'inverse' | 'spot' | 'option')[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Clients> {
  const sandbox = await openSandbox(families)
  const { apiKey, apiSecret } = await sandbox.newKey()
  const rest = new RestClientV5({ baseUrl: sandbox.http, key: apiKey, secret: apiSecret, enable_time_sync: false })
  const exchange = new pro.bybit({ apiKey, secret: apiSecret, options })
  await exchange.loadHttpProxyAgent()
  const pathOf = (path: string): string => `${sandbox.ws}/v5/${path}`
  exchange.urls['api'] = {
    public: sandbox.http,
    private: sandbox.http,
    ws: {
      public: Object.fromEntries(sockets.map((category) => [category, pathOf(`public/${category}`)])),
      private: { contract: pathOf('private'), spot: { unified: pathOf('private') }, trade: pathOf('trade') },
    },
  }
  await exchange.loadMarkets()
  return {
    sandbox,
    rest,
    exchange,
    async close() {
      await exchange.close()
      await sandbox.close()
    },
  }
}
