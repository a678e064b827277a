import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LINK_IDS_MAX, LinkIds, LinkTable } from '../../../exchange/engine/orders/link-ids'

const step = fc.record({ account: fc.nat({ max: 3 }), id: fc.string({ minLength: 1, maxLength: 3 }) })

describe('the link ids of accounts', () => {
  it('are found by the account that has them, and by no other', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const table = new LinkTable()
        const accounts = Array.from({ length: 4 }, () => ({ links: new LinkIds(table), known: new Map() }))
        steps.forEach(({ account, id }, number) => {
          const { links, known } = accounts[account]!
          expect(links.find(id)).toBe(known.get(id) ?? null)
          if (known.has(id)) return
          links.remember(id, number)
          known.set(id, number)
        })
        for (const { links, known } of accounts) {
          expect(links.rows().ids).toEqual([...known.keys()])
          expect([...links.rows().numbers]).toEqual([...known.values()])
          for (const { id } of steps) expect(links.find(id)).toBe(known.get(id) ?? null)
        }
      }),
    )
  })

  it('are forgotten oldest first, while another account keeps its own of the same name', () => {
    const table = new LinkTable()
    const [busy, quiet] = [new LinkIds(table), new LinkIds(table)]
    quiet.remember('n-0', 7)
    const more = 1_000
    for (let i = 0; i < LINK_IDS_MAX + more; i++) busy.remember(`n-${i}`, i)
    for (let i = 0; i < more; i++) expect(busy.find(`n-${i}`)).toBeNull()
    for (let i = more; i < LINK_IDS_MAX + more; i++) expect(busy.find(`n-${i}`)).toBe(i)
    expect(quiet.find('n-0')).toBe(7)
    const { ids, numbers } = busy.rows()
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([LINK_IDS_MAX, `n-${more}`, `n-${LINK_IDS_MAX + more - 1}`])
    expect([numbers[0], numbers.at(-1)]).toEqual([more, LINK_IDS_MAX + more - 1])
    // A forgotten one may come again.
    busy.remember('n-0', 9)
    expect([busy.find('n-0'), busy.find(`n-${more}`), quiet.find('n-0')]).toEqual([9, null, 7])
  })

  it('an empty one is nobody’s', () => {
    const links = new LinkIds(new LinkTable())
    links.remember('', 1)
    expect(links.find('')).toBeNull()
    expect(links.rows().ids).toEqual([])
  })
})
