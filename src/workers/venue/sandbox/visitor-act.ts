import { asArray, asObject } from '../../../wire/json'
import { ACCOUNT_NAME_PATH, ACCOUNTS_PATH, FAUCET_PATH } from '../../../wire/rest/visitor'
import type { Read } from '../../read'
import type { NamedAccount, VisitorAct } from '../../visitor-acts'
import type { AskWith, SessionTerms, VisitorPorts, VisitorSession } from '../venue-calls'
import type { VenueCall } from '../venue-http'

type Ask = <T>(call: VenueCall<T>) => Promise<Read<T>>

const read = (): readonly never[] => []

/** In a file of its own, as the hubs of other browsers never ask for it. */
export async function visitorAct<Ports extends VisitorPorts>(
  act: VisitorAct,
  session: VisitorSession<Ports>,
  askWith: AskWith<Ports>,
): Promise<Read<readonly NamedAccount[]>> {
  const opens = session.ports.calls.session()
  const ask: Ask = (call) => askWith(session.ports, 'accounts', call)
  switch (act.kind) {
    case 'change':
      return leave({ ...opens, body: { account: act.account } }, session, ask)
    case 'signOut':
      return leave({ ...opens, method: 'DELETE', body: {}, read: () => null }, session, ask)
    case 'give':
      return ask({ method: 'POST', path: FAUCET_PATH, body: { coin: act.coin, amount: act.amount }, read })
    case 'rename':
      return ask({ method: 'POST', path: ACCOUNT_NAME_PATH, body: { name: act.name }, read })
    case 'list':
      return ask<readonly NamedAccount[]>({
        method: 'GET',
        path: ACCOUNTS_PATH,
        // Each of them is named as a session is.
        read: (answer) =>
          asArray(asObject(answer.result, 'result')['list'], 'list').map((result) => opens.read({ ...answer, result })),
      })
  }
}

/**
 * For another session, which the answer names, or for good. Meanwhile the hub opens none, although the exchange ends the
 * one in use before it answers: it would be one that nobody asked for.
 */
async function leave(
  call: VenueCall<SessionTerms | null>,
  session: VisitorSession,
  ask: Ask,
): Promise<Read<readonly never[]>> {
  // Two answers at once would each name a session.
  if (session.isOpening) return { hasError: true, message: 'a session is being opened', code: null }
  session.isOpening = true
  const answer = await ask(call)
  if (!answer.hasError) {
    if (answer.value === null) session.ports.rest.userToken = null
    session.end()
    if (answer.value !== null) session.begin(answer.value)
  }
  session.isOpening = false
  if (session.current === null) void session.open()
  return answer.hasError ? answer : { ...answer, value: [] }
}
