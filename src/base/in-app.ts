/** Stands in the user agent of the app's own browser. */
const NAME = 'HalyardApp'

/**
 * Whether a page is shown in the app's own browser (spec §6). There the token of a session goes with each request as a
 * header; in any other browser it is in a cookie, which no script can read.
 */
export function isInApp(userAgent: string | undefined): boolean {
  return userAgent?.includes(NAME) === true
}
