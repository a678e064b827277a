import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { readNews, writeNews, type Fanout, type News } from '../../../../exchange/journal/fanout'

/** A second fanout: news cross a channel as text, and arrive a turn later, as they would from a message broker. */
export class ChannelFanout implements Fanout {
  readonly #here: MessagePort
  readonly #there: MessagePort
  readonly #listeners = new Set<(news: News) => void>()

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#here = port1
    this.#there = port2
    this.#there.on('message', (text: string) => {
      for (const listener of this.#listeners) listener(readNews(text))
    })
  }

  publish(news: News): void {
    this.#here.postMessage(writeNews(news), [])
  }

  subscribe(listener: (news: News) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Who listens behind a broker is not known here. */
  isFollowed(): boolean {
    return true
  }

  close(): void {
    this.#here.close()
  }
}
