import type { FutureKind } from '../../domain/instrument/product-kind'
import { contractFigures, INVERSE, LINEAR } from './contract'
import type { ProductView } from './product-view'

const FIGURES = contractFigures(['delivery', 'basis'])

const FUTURE = {
  positionWord: 'futures',
  isDated: true,
  chartSuffix: 'EXPIRY',
  list: 'futures',
  ticketModes: ['margin', 'leverage'],
  headerFigures: () => FIGURES,
} as const

export const FUTURES: Readonly<Record<FutureKind, ProductView>> = {
  linearFutures: { ...FUTURE, ...LINEAR, word: 'contract.linearFutures' },
  usdcFutures: { ...FUTURE, ...LINEAR, word: 'contract.usdcFutures' },
  inverseFutures: { ...FUTURE, ...INVERSE, word: 'contract.inverseFutures' },
}
