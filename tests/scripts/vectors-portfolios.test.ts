import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workOut } from '../../scripts/vectors/evaluate'
import type { Vector } from '../../scripts/vectors/inputs'
import type { CompactPortfolio, PortfolioRow } from '../../scripts/vectors/portfolios'

const ROWS = readFileSync(join(import.meta.dirname, '../data/option-portfolios.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as CompactPortfolio)

test('every published portfolio comes out, scenario by scenario', () => {
  expect(ROWS).toHaveLength(84)
  expect(ROWS.filter((row) => workOut(row).ok !== true).map(({ id }) => id)).toEqual([])
})

const EXAMPLES = ['worked-examples', 'worked-examples-products'].flatMap((name) =>
  readFileSync(join(import.meta.dirname, `../data/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector),
)

test('every published example of options and portfolio margin that agrees with itself comes out', () => {
  const asked = EXAMPLES.filter(({ topic }) => /^(option|portfolio)-/.test(topic))
  expect(asked).toHaveLength(19)
  const others = asked.filter((one) => workOut(one).ok !== true)
  expect(others.map(({ id, status }) => [id, status])).toEqual([['pm-04', 'inconsistent']])
})

/** A long coin of 100 dollars in three scenarios: ± 10 % of it, weighed by a half in the last one. */
const LINEAR: PortfolioRow = {
  id: 'a',
  perpQty: 1,
  perpPrice: 100,
  spotHedgeValue: 0,
  options: [],
  volShock: {
    VOLRANGEUP: 0.5,
    VOLRANGEDOWN: 0.25,
    SHORTTERMPOWER: 0.3,
    LONGTERMPOWER: 0.13,
    DTE_FLOOR: 1,
    MIN_VOL_EVAL_SHOCKED: 0.4,
  },
  staticDiscount: {},
  scenarios: [
    { move: 0.1, vol: 0, damp: 1, pnl: 10 },
    { move: -0.1, vol: 0, damp: 1, pnl: -10 },
    { move: -0.1, vol: 1, damp: 0.5, pnl: -5 },
  ],
}

test('fields with names are read as well, and a result that is another is found', () => {
  expect(workOut(LINEAR)).toMatchObject({
    id: 'a',
    ok: true,
    computed: { worstLoss: '10', worstScenario: '1', scenariosThatDiffer: '0' },
  })
  const [first, ...others] = LINEAR.scenarios
  expect(workOut({ ...LINEAR, scenarios: [{ ...first!, pnl: 10.0001 }, ...others] })).toMatchObject({
    ok: false,
    computed: { scenariosThatDiffer: '1' },
  })
  expect(workOut({ ...LINEAR, scenarios: [] }).ok).toBe(false)
})
