import { isObject, type JsonObject } from '../../wire/json'
import { ALERT_CALL_HEADERS } from '../../wire/push/price-alerts'

/** The exchange did not do what an alert's call asked, or was not reached. */
export class AlertCallFailed extends Error {
  override readonly name = 'AlertCallFailed'
}

/** How the page reaches the exchange for alerts: past the hub, which has no part in them but to tell what fired. */
export type AlertCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<JsonObject>

/** @throws AlertCallFailed */
export const callExchange: AlertCall = async (method, path, body) => {
  let answer: unknown
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...ALERT_CALL_HEADERS,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    answer = await response.json()
  } catch (error) {
    throw new AlertCallFailed(path, { cause: error })
  }
  const result = isObject(answer) && (answer['retCode'] === 0 || answer['ret_code'] === 0) ? answer['result'] : null
  if (!isObject(result)) throw new AlertCallFailed(path)
  return result
}
