import { expect, test } from 'vitest'
import { PRESENT_GENESIS, rulesOf, seededBy, orderRules } from '../../../exchange/venue/venue-state'

test('an exchange goes on by the rules that there were when it began (ADR-1029)', () => {
  const byEdition = [undefined, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((edition) => {
    const began = { seed: 1, ...(edition !== undefined && { edition }) }
    const { paysShownRates, paysOnTime } = seededBy(began)
    const {
      spendsFiredAmounts,
      namesTakeoverFees,
      repricesByTable,
      countsReducing,
      hedgesWorstFills,
      marginsSpreadsWhole,
      chargesLeastFee,
      countsReachedSlices,
      freesContingency,
      asksSwapsExactly,
      checksGuards,
      tellsHeldBack,
      namesShortCoins,
      tellsSpreadsLast,
      namesCauses,
      boundsBothSides,
    } = rulesOf(began)
    const { namesFailedParts } = orderRules(began)
    const ofMargin = [repricesByTable, countsReducing, hedgesWorstFills, marginsSpreadsWhole]
    return [
      paysShownRates,
      spendsFiredAmounts,
      paysOnTime,
      namesTakeoverFees,
      ...ofMargin,
      chargesLeastFee,
      countsReachedSlices,
      freesContingency,
      asksSwapsExactly,
      checksGuards,
      tellsHeldBack,
      namesShortCoins,
      tellsSpreadsLast,
      namesCauses,
      namesFailedParts,
      boundsBothSides,
    ]
  })
  // One rule more with each edition, the newest last.
  expect(byEdition).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((edition) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((rule) => rule <= edition),
    ),
  )
  // Of one edition with the rule before, and of strategies beside them.
  expect([14, 15].map((edition) => rulesOf({ edition }).asksCountedFills)).toEqual([false, true])
  const strategies = [13, 14, 15].map((edition) => orderRules({ edition }))
  expect(strategies.map((one) => [one.keepsStrategies, one.endsAtOnce])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
  expect([18, 19].map((edition) => rulesOf({ edition }).takesThinAmounts)).toEqual([false, true])
  expect([18, 19].map((edition) => orderRules({ edition }).asksLeverages)).toEqual([false, true])
  expect(PRESENT_GENESIS.edition).toBe(19)
})
