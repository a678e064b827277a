import type { FutureKind } from '../../domain/instrument/product-kind'
import { contractFigures } from './contract'
import type { ContractView } from './product-view'

const FIGURES = contractFigures(['delivery', 'basis'])

const FUTURE = {
  positionWord: 'futures',
  isDated: true,
  hasMark: true,
  hasOnePress: true,
  ticketModes: ['margin', 'leverage'],
  headerFigures: () => FIGURES,
} as const

export const FUTURES: Readonly<Record<FutureKind, ContractView>> = {
  linearFutures: { ...FUTURE, word: 'contract.linearFutures' },
  usdcFutures: { ...FUTURE, word: 'contract.usdcFutures' },
  inverseFutures: { ...FUTURE, word: 'contract.inverseFutures' },
}
