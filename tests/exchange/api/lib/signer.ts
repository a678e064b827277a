import { createHmac } from 'node:crypto'
import { readAnswer, type Answer, type Caller } from './client'

/** A program with a key: signs as v5 documents it, timestamp + key + window + (query or body). */
export class Signer {
  constructor(
    readonly base: string,
    readonly apiKey: string,
    readonly apiSecret: string,
    private readonly now: () => number,
  ) {}

  static async of(caller: Caller, now: () => number, body: unknown = {}): Promise<Signer> {
    const { result } = await caller.post('/sandbox/api-keys', body)
    return new Signer(caller.base, result['apiKey'] as string, result['apiSecret'] as string, now)
  }

  headers(payload: string, change: Record<string, string> = {}): Record<string, string> {
    const timestamp = change['x-bapi-timestamp'] ?? String(this.now())
    const window = change['x-bapi-recv-window'] ?? '5000'
    return {
      'x-bapi-api-key': this.apiKey,
      'x-bapi-timestamp': timestamp,
      'x-bapi-recv-window': window,
      'x-bapi-sign': createHmac('sha256', this.apiSecret)
        .update(timestamp + this.apiKey + window + payload)
        .digest('hex'),
      ...change,
    }
  }

  async raw(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    change: Record<string, string> = {},
  ): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const payload = method === 'GET' ? (path.split('?')[1] ?? '') : text
    return fetch(this.base + path, {
      method,
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...this.headers(payload, change),
      },
      ...(method === 'POST' ? { body: text } : {}),
    })
  }

  async get(path: string, change: Record<string, string> = {}): Promise<Answer> {
    return readAnswer('GET', path, await this.raw('GET', path, undefined, change))
  }

  async post(path: string, body: unknown, change: Record<string, string> = {}): Promise<Answer> {
    return readAnswer('POST', path, await this.raw('POST', path, body, change))
  }
}
