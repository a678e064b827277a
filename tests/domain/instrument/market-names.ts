import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { NamedKind } from '../../../src/domain/instrument/product-kind'

const FILE = resolve(import.meta.dirname, '../../../../shared/data/market-names/names.csv')

const TYPES: Readonly<Record<string, NamedKind>> = {
  linear_perpetual: 'linearPerpetual',
  linear_futures: 'linearFutures',
  usdc_perpetual: 'usdcPerpetual',
  usdc_futures: 'usdcFutures',
  inverse_perpetual: 'inversePerpetual',
  inverse_futures: 'inverseFutures',
  usdc_option: 'usdcOption',
  usdt_option: 'usdtOption',
  spot: 'spot',
  spread: 'spread',
}

/** Real names with their types, or nothing (and one line) where the shared data is not beside the project. */
export function marketNames(): readonly { readonly symbol: string; readonly type: NamedKind }[] {
  if (!existsSync(FILE)) {
    console.log('market names: ../shared/data is not here, so the real names are not checked')
    return []
  }
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [symbol, word] = line.split(',')
      const type = TYPES[word ?? '']
      if (symbol === undefined || type === undefined) throw new Error(`unreadable row: ${line}`)
      return { symbol, type }
    })
}
