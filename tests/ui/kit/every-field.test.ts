import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { decimalSign, setFormatLocale } from '../../../src/ui/format'
import { readText, textProblem } from '../../../src/ui/kit/number-text'
import { FIELDS, PARTS_OF_FIELDS, type TypedField } from './fields'
import { meantBy, readAs, typedAs, type Said } from './reader'
import { LOCALES, sampled } from './typed-strings'

const UI = resolve(import.meta.dirname, '../../../src/ui')
/** Of the 10,000 strings; all of them with `HALYARD_TYPING=10000` (some minutes). */
const STRINGS = sampled(Number(process.env['HALYARD_TYPING'] ?? 200))

afterEach(() => setFormatLocale('en'))

function sources(folder = UI): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : entry.name.endsWith('.tsx')
        ? [join(folder, entry.name).slice(UI.length + 1)]
        : [],
  )
}

/** How often each file draws a field for a number. */
function drawn(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const file of sources()) {
    const count = readFileSync(join(UI, file), 'utf8').match(/<(?:NumberField|PriceTextField)\b/g)?.length ?? 0
    if (count > 0 && !(PARTS_OF_FIELDS as readonly string[]).includes(file)) counts.set(file, count)
  }
  return counts
}

/** Two names for what one element draws: a unit that is chosen beside it, or one leg after the other. */
const SHARED: Readonly<Record<string, number>> = {
  // What an order is worth, or costs.
  'order-entry/AmountFields.tsx': 1,
  // Per cent or ticks.
  'trading-kit/SlippageSelect.tsx': 1,
  // ROI, per cent or P&L.
  'trading-kit/tpsl/TpSlLegFields.tsx': 2,
  'trading-kit/tpsl/TpSlLegRow.tsx': 2,
}

describe('every field for a number is one of these', () => {
  test('no file draws one that is not in the list, and the list names none that is gone', () => {
    const listed = new Map<string, number>()
    for (const { file } of FIELDS) listed.set(file, (listed.get(file) ?? 0) + 1)
    for (const [file, doubled] of Object.entries(SHARED)) listed.set(file, (listed.get(file) ?? 0) - doubled)
    // Missing here: add it to `fields.ts`, so that what is typed into it is held to its reader.
    expect([...listed].toSorted()).toEqual([...drawn()].toSorted())
  })

  test('no other input takes numbers', () => {
    const others = sources().filter((file) =>
      /type="number"|inputMode=|type="tel"|role="spinbutton"/.test(readFileSync(join(UI, file), 'utf8')),
    )
    // In the book nothing is typed: arrow keys go from level to level.
    expect(others).toEqual(['kit/NumberField.tsx', 'order-book/click-trading/BookCursor.tsx'])
  })
})

function say(said: Said): string {
  return typeof said === 'object' ? `${said.digits}e-${said.places}` : said
}

function fieldSays(text: string): Said {
  const problem = textProblem(text)
  if (problem !== null) return problem.kind === 'twoReadings' ? 'two' : 'none'
  const value = readText(text)
  return value === null ? 'nothing' : meantBy(value)
}

function type(field: TypedField, keys: string): void {
  for (const key of keys) field.setText(field.text() + key)
}

/** What stands in a field and what it would send, against what a reader says of the text. */
function judge(field: TypedField, said: Said, isTyped: boolean, keeps: boolean): string | null {
  const text = field.text()
  const found = fieldSays(text)
  const isMessage = found === 'none' || found === 'two'
  if (!isMessage && say(found) !== say(said))
    return `reads ${JSON.stringify(text)} as ${say(found)}, a reader ${say(said)}`
  if (isMessage && !isTyped && say(found) !== say(said))
    return `says ${say(found)} of ${JSON.stringify(text)}, a reader ${say(said)}`
  if (isMessage && field.sent() !== null) return `would send ${field.sent()} while a message stands`
  field.leave()
  if (isMessage && field.text() !== text) return `did not keep ${JSON.stringify(text)}: ${JSON.stringify(field.text())}`
  const sent = field.sent()
  // What leaving made of it (tick, step, bound) stands in the field: it is what goes on (decisions 45).
  if (keeps && sent !== null && say(meantBy(sent)) !== say(fieldSays(field.text())))
    return `shows ${JSON.stringify(field.text())} and would send ${sent}`
  return null
}

describe.each(FIELDS)('$name', ({ name, make }) => {
  // The target's number becomes a price, which stands in the price's own field.
  const keeps = !name.startsWith('target')
  const judged = new Map<string, string[]>()
  test.each(LOCALES)(
    'typed and pasted in %s: a reader’s number is what is sent, or a message and the text',
    (locale) => {
      setFormatLocale(locale)
      const own = decimalSign()
      // A field knows of its language nothing but the decimal sign: what was judged with that is not judged again.
      const wrong = judged.get(own) ?? []
      for (const text of judged.has(own) ? [] : STRINGS) {
        const typed = make()
        type(typed, text)
        const byKeys = judge(typed, typedAs(text, own), true, keeps)
        const pasted = make()
        pasted.setText(text)
        const byPaste = judge(pasted, readAs(text, own), false, keeps)
        if (byKeys !== null) wrong.push(`typed ${JSON.stringify(text)}: ${byKeys}`)
        if (byPaste !== null) wrong.push(`pasted ${JSON.stringify(text)}: ${byPaste}`)
      }
      judged.set(own, wrong)
      expect(wrong.slice(0, 10)).toEqual([])
    },
  )
})
