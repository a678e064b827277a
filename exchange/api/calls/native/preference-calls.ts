import { CODE } from '../../../../src/wire/rest/codes'
import { PREFERENCE_PATH, PREFERENCE_WORDS } from '../../../../src/wire/rest/preferences'
import { Refused } from '../../core'
import { fieldsOf, optional, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { object, type Schema } from '../shared/route/schema'
import { PREFERENCE_NAMES, type PreferenceValues } from '../../sessions/preferences'

const TIP: Schema = { type: 'string', enum: PREFERENCE_WORDS }
const VALUES = object({
  reverseClickTipStatus: TIP,
  closeClickTipStatus: TIP,
  cancelAllClickTipStatus: TIP,
  chartCancelClickTipStatus: TIP,
})
const tip = (about: string) => optional(word(PREFERENCE_WORDS, { about }))

/** What a member chose once for all his browsers (spec §7, pref-setting). */
export const PREFERENCE_CALLS = [
  route({
    method: 'POST',
    path: PREFERENCE_PATH,
    about: 'Keeps a choice of the member; those that are not named stay',
    who: 'visitor',
    input: {
      upsert_keys: fieldsOf({
        reverseClickTipStatus: tip('whether a reverse asks before it acts'),
        closeClickTipStatus: tip('whether closing a position at market asks (ours)'),
        cancelAllClickTipStatus: tip('whether cancelling all orders asks (ours)'),
        chartCancelClickTipStatus: tip('whether cancelling an order on the chart asks (ours)'),
      }),
    },
    result: VALUES,
    codes: ['rateLimited'],
    run({ core, caller, input }) {
      const named = Object.entries(input.upsert_keys).filter(([, value]) => value !== null)
      const values = Object.fromEntries(named) as Partial<PreferenceValues>
      if (named.length === 0)
        throw new Refused(CODE.badRequest, 'upsert_keys names no preference', {
          field: 'upsert_keys',
          oneOf: PREFERENCE_NAMES.join(','),
        })
      if (!core.limits.tokens.take(caller.hash, performance.now()))
        throw new Refused(CODE.rateLimited, 'too many changes of preferences')
      return core.preferences.change(caller.owner, values)
    },
  }),
  route({
    method: 'GET',
    path: PREFERENCE_PATH,
    about: 'The member’s choices, in whichever browser they were made (ours)',
    who: 'visitor',
    input: {},
    result: VALUES,
    run: ({ core, caller }) => core.preferences.of(caller.owner),
  }),
]
