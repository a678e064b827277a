import { CODE } from '../../../src/wire/rest/codes'
import { PREFERENCE_PATH } from '../../../src/wire/rest/preferences'
import { Refused } from '../core'
import { fieldsOf, optional, word } from '../route/field'
import { route } from '../route/route'
import { object, type Schema } from '../route/schema'
import { PREFERENCES, type PreferenceValues } from '../session/preferences'

const TIP: Schema = { type: 'string', enum: PREFERENCES.reverseClickTipStatus }
const VALUES = object({ reverseClickTipStatus: TIP })

/** What a member chose once for all his browsers (spec §7, pref-setting). */
export const PREFERENCE_CALLS = [
  route({
    method: 'POST',
    path: PREFERENCE_PATH,
    about: 'Keeps a choice of the member; those that are not named stay',
    who: 'visitor',
    input: {
      upsert_keys: fieldsOf({
        reverseClickTipStatus: optional(
          word(PREFERENCES.reverseClickTipStatus, { about: 'whether a reverse asks before it acts' }),
        ),
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
          oneOf: Object.keys(PREFERENCES).join(','),
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
