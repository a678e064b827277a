import { expect, test } from 'vitest'
import {
  chosenLines,
  groupLines,
  LineChoicesModel,
  parseLineChoices,
} from '../../../../src/ui/chart/lines/line-choices'
import type { LineKind, LineSpec } from '../../../../src/ui/trading-kit/chart-line'

const NONE = { hidden: [], locked: [], names: [] }
const move = { label: 'Move', tick: 1, begin: () => null }
function line(id: string, kind: LineKind): LineSpec {
  return { id, kind, price: 1, priceText: '1', tone: 'buy', text: id, dash: 'solid', move }
}

test('a hidden line is not drawn and a locked one not moved; what nobody answered is always seen', () => {
  const lines = [
    line('order/1', 'order'),
    line('order/2', 'trigger'),
    line('asked/1', 'asked'),
    line('draft', 'preorder'),
  ]
  const shown = chosenLines(lines, {
    hidden: ['order/1', 'asked/1', 'draft'],
    locked: ['order/2', 'asked/1'],
    names: [],
  })
  expect(shown.map(({ id, move: moved }) => [id, moved !== null])).toEqual([
    ['order/2', false],
    ['asked/1', true],
    ['draft', true],
  ])
  expect(chosenLines(lines, NONE)).toEqual(lines)
})

test('a name stands before what a line is, and never in its place; a draft has none', () => {
  const lines = [line('order/1', 'order'), line('draft', 'preorder')]
  const names = [
    ['order/1', 'Scalp'],
    ['draft', 'Scalp'],
  ] as const
  expect(chosenLines(lines, { ...NONE, names }).map(({ text }) => text)).toEqual(['Scalp · order/1', 'draft'])
})

test('lines are listed by kind: a position with its own prices, then orders, then alerts', () => {
  const kinds: readonly LineKind[] = ['alert', 'order', 'breakeven', 'preorder', 'trigger', 'position', 'mark']
  const groups = groupLines(kinds.map((kind) => line(kind, kind)))
  expect(groups.map(([group, own]) => [group, own.map(({ kind }) => kind)])).toEqual([
    ['position', ['breakeven', 'position']],
    ['order', ['order', 'trigger']],
    ['alert', ['alert']],
  ])
})

test('choices come back for the account and contract, and the oldest are forgotten', async () => {
  const records = new Map<string, unknown>()
  const store = {
    read: async (name: string) => structuredClone(records.get(name)),
    save: (name: string, value: unknown) => void records.set(name, structuredClone(value)),
  }
  const model = new LineChoicesModel('BTCUSDT', store)
  for (let i = 0; i <= 100; i++) model.toggle('hidden', `order/${i}`)
  model.toggle('locked', 'order/7')
  const [same, other] = [new LineChoicesModel('BTCUSDT', store), new LineChoicesModel('ETHUSDT', store)]
  await Promise.all([same.load(), other.load()])
  expect([same.choices.value.hidden.length, same.choices.value.hidden[0]]).toEqual([100, 'order/1'])
  expect(same.choices.value.locked).toEqual(['order/7'])
  expect(other.choices.value).toEqual(NONE)
  other.rename('position/1', '  Swing ')
  other.rename('order/1', 'x'.repeat(99))
  other.rename('order/2', 'Gone')
  other.rename('order/2', ' ')
  other.set('hidden', ['order/1', 'order/2'], true)
  other.set('hidden', ['order/2', 'order/3'], false)
  const again = new LineChoicesModel('ETHUSDT', store)
  await again.load()
  expect(again.choices.value).toEqual({
    hidden: ['order/1'],
    locked: [],
    names: [
      ['position/1', 'Swing'],
      ['order/1', 'x'.repeat(40)],
    ],
  })
  same.toggle('locked', 'order/7')
  expect(same.choices.value.locked).toEqual([])
  for (const none of [null, 7, { hidden: {}, locked: [7], names: [['order/1'], [7, 'x'], 'order/1'] }])
    expect(parseLineChoices(none)).toEqual(NONE)
})
