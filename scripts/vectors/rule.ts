import type { InputName, Inputs, InputTypes } from './inputs'

/** What a rule of src/domain gives: decimal text, a word, yes or no; `null` where it has no figure. */
export type Figure = string | boolean | null | readonly Figure[]

/** A number of the exchange, and how far its own roundings may take it from the exact one. Both are decimal text. */
export interface Numeric {
  readonly value: string
  readonly within: string
}

/** What the exchange gives, in the place of a figure. */
export type Answer = Numeric | string | boolean | null | readonly Answer[]

/** Inputs of which these are there. */
export type Having<N extends InputName> = Inputs & { readonly [K in N]: InputTypes[K] }

/** One way to work some results out. */
export interface Rule<Result> {
  /** @returns how to work that result out, `null` where the rule does not fit: topic, result or an input is another */
  find(topic: string, result: string, x: Inputs): (() => Result) | null
}

interface Terms<N extends InputName, Result> {
  readonly topics: readonly string[]
  readonly needs: readonly N[]
  readonly when?: (x: Having<N>) => boolean
  /** By the canonical name of the result. Each is worked out of the inputs that the rule needs. */
  readonly gives: Readonly<Record<string, (x: Having<N>) => Result>>
}

/** A rule of src/domain. */
export const formula = <const N extends InputName>(terms: Terms<N, Figure>): Rule<Figure> => ruleOf(terms)

/** What the exchange says. */
export const answer = <const N extends InputName>(terms: Terms<N, Answer>): Rule<Answer> => ruleOf(terms)

function ruleOf<N extends InputName, Result>({ topics, needs, when, gives }: Terms<N, Result>): Rule<Result> {
  return {
    find(topic, result, x) {
      const give = Object.hasOwn(gives, result) ? gives[result] : undefined
      if (give === undefined || !topics.includes(topic)) return null
      return has(x, needs) && (when?.(x) ?? true) ? () => give(x) : null
    },
  }
}

function has<N extends InputName>(x: Inputs, needs: readonly N[]): x is Having<N> {
  return needs.every((need) => x[need] !== undefined)
}
