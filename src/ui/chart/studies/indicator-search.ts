import type { IndicatorName } from '../../../domain/indicators/indicator'
import { OFFERED } from '../../../domain/indicators/indicators'

/** What an indicator is called: `EMA`, `Exponential moving average`. */
export type NamesOf = (name: IndicatorName) => readonly string[]

/**
 * The indicators that a query means, favourites first. Each of its words begins a word of the name, so that "mov av"
 * finds the moving averages and "a" does not find all.
 */
export function findIndicators(
  query: string,
  favourites: readonly IndicatorName[],
  namesOf: NamesOf,
): readonly IndicatorName[] {
  const wanted = wordsOf(query)
  const found = OFFERED.map(({ name }) => name).filter((name) => {
    const words = namesOf(name).flatMap(wordsOf)
    return wanted.every((one) => words.some((word) => word.startsWith(one)))
  })
  const isFavourite = (name: IndicatorName): boolean => favourites.includes(name)
  return [...found.filter(isFavourite), ...found.filter((name) => !isFavourite(name))]
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}%]+/u)
    .filter(Boolean)
}
