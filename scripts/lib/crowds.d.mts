export interface CrowdTarget {
  readonly port: number
  /** Of a session whose history is long. */
  readonly cookie: string
  readonly symbols: readonly string[]
  readonly connections: number
  readonly signal: AbortSignal
}
export const CROWDS: Readonly<Record<string, (target: CrowdTarget) => Promise<void>>>
export function ask(
  target: { readonly port: number },
  method: string,
  path: string,
  cookie?: string,
  body?: string,
): Promise<{ readonly status: number; readonly text: string; readonly cookie: string }>
