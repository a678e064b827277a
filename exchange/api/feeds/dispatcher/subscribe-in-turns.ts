import type { ReadTurns } from '../../read-turns'
import type { Connection } from './connection'

/** Topics that are begun together: each may be a snapshot of a book of a thousand levels. */
const TOPICS_AT_ONCE = 4

/**
 * Begins the topics that a request named, a few in a turn, so that orders and everybody else come between. A topic that
 * was given up before its turn is not begun, nor is anything of a socket that has closed.
 */
export async function subscribeInTurns(
  turns: ReadTurns,
  connection: Connection,
  topics: readonly string[],
  begin: (topic: string) => void,
): Promise<void> {
  const isGone = (): boolean => !connection.socket.isOpen
  for (let at = 0; at < topics.length && !isGone(); at += TOPICS_AT_ONCE) {
    const some = topics.slice(at, at + TOPICS_AT_ONCE)
    const begun = turns.take(() => {
      for (const topic of some) if (connection.topics.has(topic)) begin(topic)
    }, isGone)
    // Where there is time the first ones begin within the request.
    if (begun instanceof Promise) await begun.catch(() => undefined)
  }
}
