import type { FutureKind } from '../../domain/instrument/product-kind'
import { contractFigures } from './contract'
import type { ProductView } from './product-view'

const FIGURES = contractFigures(['delivery', 'basis'])

const FUTURE = {
  positionWord: 'futures',
  isDated: true,
  ticketModes: ['margin', 'leverage'],
  headerFigures: () => FIGURES,
} as const

export const FUTURES: Readonly<Record<FutureKind, ProductView>> = {
  linearFutures: { ...FUTURE, word: 'contract.linearFutures' },
  usdcFutures: { ...FUTURE, word: 'contract.usdcFutures' },
  inverseFutures: { ...FUTURE, word: 'contract.inverseFutures' },
}
