/** Where a list is kept and how it is asked for; handed in so that the rules can be tried without a worker. */
export interface ListPorts {
  cache(): Promise<Pick<Cache, 'match' | 'put' | 'delete'>>
  fetch(request: Request, signal?: AbortSignal): Promise<Response>
  /** @returns a function that cancels the call */
  after(delayMs: number, call: () => void): () => void
}
