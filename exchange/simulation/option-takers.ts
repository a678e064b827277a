import type { Random } from '../../src/base/random'

/** Accounts that buy to hold, and that sell to hold: most of the open interest is theirs. */
export interface OptionHolders {
  readonly long: string
  readonly short: string
}

/** Of trades, those that close what was opened before, where something was. A figure of ours. */
const CLOSING_SHARE = 0.35

/**
 * Who takes in a chain of options. A trade opens what is then held, or closes some of it, so that open interest comes from
 * trading and lasts; in the hands of one account, buys and sells would be what its makers have left over.
 */
export class OptionTakers {
  /** @param single trades where there are no holders, as in exchanges that began before there were any */
  constructor(
    private readonly single: string,
    private readonly holders: OptionHolders | null,
    private readonly random: Random,
  ) {}

  /**
   * @param held what an account has of the option, signed lots
   * @returns who buys or sells, and no more than how many lots: who closes does not turn around
   */
  pick(isBuy: boolean, held: (account: string) => number): { readonly account: string; readonly most: number } {
    const { single, holders, random } = this
    if (holders === null) return { account: single, most: Number.POSITIVE_INFINITY }
    const [opens, closes] = isBuy ? [holders.long, holders.short] : [holders.short, holders.long]
    const most = random.next() < CLOSING_SHARE ? Math.abs(held(closes)) : 0
    return most > 0 ? { account: closes, most } : { account: opens, most: Number.POSITIVE_INFINITY }
  }
}
