export type ParameterName =
  | 'length'
  | 'source'
  | 'width'
  | 'anchor'
  | 'from'
  | 'factor'
  | 'step'
  | 'max'
  | 'conversion'
  | 'base'
  | 'span'
  | 'displacement'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'smooth'

/** What a choice may be between: prices of a bar, and where a stretch begins. */
export type ParameterWord =
  | 'close'
  | 'open'
  | 'high'
  | 'low'
  | 'hl2'
  | 'hlc3'
  | 'ohlc4'
  | 'day'
  | 'week'
  | 'month'
  | 'moment'

/** A number that a user may set. Both bounds are inclusive. */
export interface NumberParameter {
  readonly kind: 'number'
  readonly initial: number
  readonly min: number
  readonly max: number
  readonly step: number
}

/** One of some words. */
export interface ChoiceParameter<Word extends ParameterWord = ParameterWord> {
  readonly kind: 'choice'
  readonly initial: Word
  readonly words: readonly Word[]
}

/** A moment, ms UTC; `0` is none. */
export interface TimeParameter {
  readonly kind: 'time'
  readonly initial: 0
}

export type Parameter = NumberParameter | ChoiceParameter | TimeParameter
/** In the order in which they are asked for. */
export type Parameters = { readonly [Name in ParameterName]?: Parameter }
/** Values by the parameter's name, as they are stored: nothing is known of them. */
export type ParameterValues = Readonly<Record<string, unknown>>
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends ChoiceParameter<infer Word> ? Word : number
}

/** What a user may set, with its name. */
export function parameterList(parameters: Parameters): readonly (readonly [ParameterName, Parameter])[] {
  return Object.entries(parameters) as unknown as readonly (readonly [ParameterName, Parameter])[]
}

/** The longest window: as many bars as a chart loads at once. */
const LENGTH_MAX = 500

/** A number of bars. */
export function length(initial: number, min = 1): NumberParameter {
  return { kind: 'number', initial, min, max: LENGTH_MAX, step: 1 }
}

export function decimal(initial: number, { min, max, step }: Record<'min' | 'max' | 'step', number>): NumberParameter {
  return { kind: 'number', initial, min, max, step }
}

export function choice<const Word extends ParameterWord>(initial: Word, words: readonly Word[]): ChoiceParameter<Word> {
  return { kind: 'choice', initial, words }
}

export const moment: TimeParameter = { kind: 'time', initial: 0 }

/** Whether a value may be used for a parameter as it is. */
export function fitsParameter(parameter: Parameter, value: unknown): value is number | string {
  switch (parameter.kind) {
    case 'choice':
      return parameter.words.some((word) => word === value)
    case 'time':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    case 'number': {
      if (typeof value !== 'number' || !(value >= parameter.min && value <= parameter.max)) return false
      return parameter.step < 1 || Number.isInteger(value)
    }
  }
}

/** The values to calculate with: what was given where it fits, else the initial value. */
export function readParameters<P extends Parameters>(parameters: P, values: ParameterValues): ValuesOf<P> {
  const entries = parameterList(parameters).map(([name, parameter]) => {
    const value = values[name]
    return [name, fitsParameter(parameter, value) ? value : parameter.initial]
  })
  return Object.fromEntries(entries) as ValuesOf<P>
}
