import { asObject, readText } from '../json'

export const ONE_TIME_TOKEN_PATH = '/user/private/ott'

/** `result` of POST /user/private/ott: good for one `login` within ten seconds, on a socket of the same session. */
export interface OneTimeTokenJson {
  readonly token: string
}

/** @throws WireError naming the field */
export function parseOneTimeToken(result: unknown): string {
  return readText(asObject(result, 'result'), 'token')
}
