import type { RetCode } from '../../../../src/wire/rest/codes'

/** Which of the two vocabularies a call uses (decisions 1). */
export type Dialect = 'native' | 'v5'

/** A refusal as it leaves: a code, a sentence for logs, and the field and bound that were broken. */
export interface RefusalAnswer {
  readonly retCode: RetCode
  readonly retMsg: string
  readonly extMap: Readonly<Record<string, string>>
}
