import { WebSocket } from 'ws'

type Json = Record<string, unknown>

/** A program's socket: no cookie, no origin. */
export class Program {
  readonly frames: Json[] = []
  closeCode: number | null = null
  #wake: () => void = () => undefined

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)) as Json)
      this.#wake()
    })
    socket.on('close', (code) => {
      this.closeCode = code
      this.#wake()
    })
  }

  static open(base: string, road: string, headers: Record<string, string> = {}): Promise<Program> {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/v5/${road}`, { headers })
    const program = new Program(socket)
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(program))
      socket.on('error', reject)
    })
  }

  async ask(message: unknown): Promise<Json> {
    const seen = this.frames.length
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    while (this.frames.length <= seen) await this.#change()
    return this.frames[seen]!
  }

  async until(fits: (frame: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = this.frames.find(fits)
      if (found !== undefined) return found
      await this.#change()
    }
  }

  async closed(): Promise<number> {
    while (this.closeCode === null) await this.#change()
    return this.closeCode
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
