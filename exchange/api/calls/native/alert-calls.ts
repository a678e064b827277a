import { kindOfName } from '../../../../src/domain/instrument/product-kind'
import { CANDLE_INTERVALS } from '../../../../src/domain/market/market'
import { CODE } from '../../../../src/wire/rest/codes'
import {
  ALERT_AMEND_PATH,
  ALERT_CONDITION_WORDS,
  ALERT_CREATE_PATH,
  ALERT_FREQUENCY_WORDS,
  ALERT_LIST_PATH,
  ALERT_REMOVE_PATH,
  parseAlertTerms,
  writePriceAlert,
} from '../../../../src/wire/push/price-alerts'
import { CLIENT_TAG_HEADER } from '../../../../src/wire/rest/create-order'
import { WireError } from '../../../../src/wire/json'
import { TRIGGER_BY_OF } from '../../../../src/wire/words'
import type { AlertTerms } from '../../../../src/domain/market/price-alert'
import { ALERTS_MAX } from '../../alerts/price-alerts'
import { Refused, type Core } from '../../core'
import { PRICE_ALERT_ROW } from '../shared/answers'
import { readIntentId } from '../shared/commit'
import { decimal, optional, text, withDefault, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { listOf, object, SEQ, TEXT } from '../shared/route/schema'
import { SYMBOL } from '../shared/shared-fields'

const PRICES = [...TRIGGER_BY_OF.keys()]

const TERMS = {
  symbol: SYMBOL,
  condition: word(ALERT_CONDITION_WORDS),
  price: decimal({ about: 'the level; of `Percent` the price that it is counted from' }),
  percent: optional(decimal({ about: 'of `Percent`: a fraction, negative for a fall' })),
  triggerBy: withDefault(word(PRICES), 'LastPrice'),
  frequency: withDefault(word(ALERT_FREQUENCY_WORDS), 'Once'),
  interval: optional(word(CANDLE_INTERVALS, { about: 'of `BarClose`: whose close counts' })),
}

/** Price alerts, kept by the account: each fires whether a page is open or not, and is pushed on `user.alert`. */
export const ALERT_CALLS = [
  route({
    method: 'POST',
    path: ALERT_CREATE_PATH,
    about:
      'Sets a price alert of the account; it is pushed on `user.alert` when it fires. The same `client-tag` again gets the first answer, also when the alert was changed or removed since (ours)',
    who: 'visitor',
    input: TERMS,
    result: PRICE_ALERT_ROW,
    codes: ['rateLimited', 'duplicateLinkId'],
    async run({ core, http, caller, input }) {
      const terms = readTerms(input)
      const linkId = readIntentId(http, null)
      // The contract may have ended since.
      const known = linkId === '' ? null : core.alerts.ofPress(caller.account, linkId, terms)
      if (known === 'other') throw otherAlert()
      if (known !== null) return writePriceAlert(await known)
      if (core.market.ticker(terms.symbol) === null)
        throw new Refused(CODE.badRequest, 'symbol is not traded here', { field: 'symbol' })
      checkPrice(core, terms)
      takeToken(core, caller)
      const timeMs = core.journal.now()
      const alert = await core.alerts.add(caller.account, terms, { linkId: linkId === '' ? null : linkId, timeMs })
      if (alert === 'other') throw otherAlert()
      if (alert === null)
        throw new Refused(CODE.badRequest, 'the account has as many alerts as it may', { max: String(ALERTS_MAX) })
      return writePriceAlert(alert)
    },
  }),
  route({
    method: 'POST',
    path: ALERT_AMEND_PATH,
    about: 'Gives a price alert other terms for the same contract; it then waits as one that was just set (ours)',
    who: 'visitor',
    input: { alertId: text({ max: 64 }), ...TERMS },
    result: PRICE_ALERT_ROW,
    codes: ['rateLimited', 'orderNotFound'],
    async run({ core, caller, input }) {
      const terms = readTerms(input)
      checkPrice(core, terms)
      takeToken(core, caller)
      const alert = await core.alerts.amend(caller.account, input.alertId, terms)
      if (alert === null) throw new Refused(CODE.orderNotFound, 'no such alert', { field: 'alertId' })
      return writePriceAlert(alert)
    },
  }),
  route({
    method: 'POST',
    path: ALERT_REMOVE_PATH,
    about: 'Removes a price alert, whether it has fired or not (ours)',
    who: 'visitor',
    input: { alertId: text({ max: 64 }) },
    result: object({ alertId: TEXT }),
    codes: ['orderNotFound'],
    async run({ core, caller, input: { alertId } }) {
      if (!(await core.alerts.remove(caller.account, alertId)))
        throw new Refused(CODE.orderNotFound, 'no such alert', { field: 'alertId' })
      return { alertId }
    },
  }),
  route({
    method: 'GET',
    path: ALERT_LIST_PATH,
    about: 'The account’s price alerts, newest first, with those that are over (ours)',
    who: 'visitor',
    input: { symbol: optional(SYMBOL) },
    result: object({ list: listOf(PRICE_ALERT_ROW), seq: SEQ }),
    run({ core, caller, input: { symbol } }) {
      const list = core.alerts.of(caller.account).filter((one) => symbol === null || one.symbol === symbol)
      return { list: list.map(writePriceAlert), seq: core.journal.durableSeq() }
    },
  }),
]

function otherAlert(): Refused {
  return new Refused(CODE.duplicateLinkId, 'this client-tag was used for another alert', { field: CLIENT_TAG_HEADER })
}

/** @throws Refused where the market has no such price, so that the alert would wait for ever: a spread has no index */
function checkPrice({ market }: Core, { symbol, by }: AlertTerms): void {
  const ticker = market.ticker(symbol)
  if (by === 'last' || ticker === null) return
  if ((by === 'mark' ? ticker.markPrice : ticker.indexPrice) === null)
    throw new Refused(CODE.badRequest, 'this market has no such price', { field: 'triggerBy' })
}

/** @throws Refused where the account changes its alerts too often */
function takeToken(core: Core, { hash }: { readonly hash: string }): void {
  if (!core.limits.tokens.take(hash, performance.now()))
    throw new Refused(CODE.rateLimited, 'too many changes of alerts')
}

/** @throws Refused naming the field that does not go with the others */
function readTerms(input: Parameters<typeof parseAlertTerms>[0]): AlertTerms {
  try {
    const terms = parseAlertTerms(input)
    // A spread may trade at zero or below; a share of such a price leads nowhere that could be waited for.
    const hasAnyPrice = kindOfName(terms.symbol) === 'spread' && terms.condition !== 'percent'
    if (!hasAnyPrice && Number(terms.price) <= 0) throw new WireError('price', terms.price)
    if (terms.percent !== null && (Number(terms.percent) <= -1 || Number(terms.percent) === 0))
      throw new WireError('percent', terms.percent)
    return terms
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    throw new Refused(CODE.badRequest, `${error.field} does not go with the other fields`, { field: error.field })
  }
}
