/** What was drawn on any canvas of the page: each shape once, however often it was drawn, and each text. */
export class CanvasRecord {
  /** By how and in which colour, the shapes. */
  #shapes = new Map<string, Set<string>>()
  #texts = new Set<string>()

  constructor() {
    const paths = new WeakMap<CanvasRenderingContext2D, string[]>()
    const note = (context: CanvasRenderingContext2D, how: 'fill' | 'stroke', shape: string): void => {
      const { fillStyle, strokeStyle, lineWidth } = context
      const style = how === 'fill' ? fillStyle : strokeStyle
      const dash = how === 'stroke' && context.getLineDash().length > 0 ? ' dashed' : ''
      const key = `${how} ${typeof style === 'string' ? style : 'gradient'}${dash}`
      // The engine clears and clips with what nobody sees.
      if (style === 'transparent' || key.endsWith(', 0)') || (how === 'stroke' && lineWidth === 0)) return
      const known = this.#shapes.get(key) ?? new Set()
      this.#shapes.set(key, known.add(shape))
    }
    const watch = <K extends keyof CanvasRenderingContext2D>(
      name: K,
      see: (context: CanvasRenderingContext2D, args: readonly unknown[]) => void,
    ): void => {
      const { prototype } = CanvasRenderingContext2D
      const before = prototype[name] as (...args: unknown[]) => unknown
      Reflect.set(prototype, name, function seen(this: CanvasRenderingContext2D, ...args: unknown[]) {
        see(this, args)
        return Reflect.apply(before, this, args)
      })
    }
    watch('beginPath', (context) => paths.set(context, []))
    for (const name of ['moveTo', 'lineTo', 'arc', 'ellipse', 'rect', 'quadraticCurveTo', 'bezierCurveTo'] as const)
      watch(name, (context, args) => paths.get(context)?.push(`${name} ${rounded(args)}`))
    for (const how of ['fill', 'stroke'] as const)
      watch(how, (context) => note(context, how, (paths.get(context) ?? []).join(';')))
    watch('fillRect', (context, args) => note(context, 'fill', rounded(args)))
    watch('strokeRect', (context, args) => note(context, 'stroke', rounded(args)))
    watch('fillText', (context, [text]) => {
      if (typeof context.fillStyle === 'string') this.#texts.add(`${context.fillStyle} ${String(text)}`)
    })
  }

  begin(): void {
    this.#shapes = new Map()
    this.#texts = new Set()
  }

  /** `fill #00ff00 12`: twelve shapes; the texts by their colour. */
  read(): { readonly shapes: readonly string[]; readonly texts: readonly string[] } {
    const shapes = [...this.#shapes].map(([key, all]) => `${key} ${all.size}`)
    return { shapes: shapes.toSorted(), texts: [...this.#texts].toSorted() }
  }
}

function rounded(args: readonly unknown[]): string {
  return args.map((one) => (typeof one === 'number' ? Math.round(one) : String(one))).join(',')
}
