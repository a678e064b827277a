import { parseVisitorProfile, VISITOR_PROFILE_PATH } from '../../../wire/rest/visitor-profile'

/** How a page asks: as `fetch`, without what signs it in. */
export type PageGet = (url: string) => Promise<Pick<Response, 'json'>>

export const plainGet: PageGet = (url) => fetch(url, { credentials: 'omit' })

/**
 * Whether the exchange shuts the visitor out.
 *
 * @param origin of the exchange; `null` is the page's own
 * @throws WireError where the answer does not say it; whatever the network throws
 */
export async function readIsBanned(language: string, origin: string | null, get: PageGet = plainGet): Promise<boolean> {
  const answer = await get(`${origin ?? ''}${VISITOR_PROFILE_PATH}?lang=${encodeURIComponent(language)}`)
  return parseVisitorProfile(await answer.json())
}
