import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Side } from '../../domain/order/order'
import type { Field, Problem } from '../trading-kit/order-problems'

const FIELDS: readonly Field[] = ['price', 'quantity', 'trigger', 'order']

/** Which of a ticket's problems are said by now: those of a field that was left, and after a press all of the pressed side. */
export class ShownProblems {
  readonly #fields = signal<ReadonlySet<Field>>(new Set())
  readonly #side = signal<Side>('buy')
  readonly price = computed(() => this.#first('price'))
  readonly quantity = computed(() => this.#first('quantity'))
  readonly trigger = computed(() => this.#first('trigger'))
  /** Those of the whole order. What stands in the way of the other side is no error of what was asked for. */
  readonly order = computed<readonly Problem[]>(() => (this.has('order') ? this.#of('order') : []))

  constructor(private readonly problems: Readonly<Record<Side, ReadonlySignal<readonly Problem[]>>>) {}

  /** Reads a signal. */
  has(field: Field): boolean {
    return this.#fields.value.has(field)
  }

  /** The field was left. */
  show(field: Field): void {
    if (!this.#fields.peek().has(field)) this.#fields.value = new Set([...this.#fields.peek(), field])
  }

  /** A press of a side did not send. */
  showAll(side: Side): void {
    this.#side.value = side
    this.#fields.value = new Set(FIELDS)
  }

  /** What was pressed is sent: what is left in the fields is judged anew once they are left or pressed again. */
  clear(): void {
    this.#fields.value = new Set()
  }

  #of(field: Field): readonly Problem[] {
    return this.problems[this.#side.value].value.filter((problem) => problem.field === field)
  }

  #first(field: Field): Problem | null {
    return this.has(field) ? (this.#of(field)[0] ?? null) : null
  }
}
