import { writeV5Frame } from '../../../../src/wire/v5/market-frames'
import type { AdlRow, PoolRow } from '../../insurance-rows'
import type { StreamSource } from '../dispatcher/topic-stream'

/**
 * `insurance.{group}`: every pool, then those whose balance has changed. Here pools are shared, and published: the public
 * exchange publishes those of one contract alone, which do not exist here.
 */
export class V5InsuranceSource implements StreamSource {
  /** By coin: as it was last published, and since when it has been so. */
  readonly #published = new Map<string, PoolRow & { readonly updateTime: string }>()

  constructor(
    private readonly topic: string,
    private readonly present: () => readonly PoolRow[],
    private readonly now: () => number,
  ) {}

  advance(): unknown {
    const changed = this.present().flatMap((row) => {
      if (this.#published.get(row.coin)?.balance === row.balance) return []
      const published = { ...row, updateTime: String(this.now()) }
      this.#published.set(row.coin, published)
      return [published]
    })
    return changed.length === 0 ? null : changed
  }

  state(): unknown {
    return [...this.#published.values()]
  }

  write(type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, type, timeMs, data)
  }
}

/** `adlAlert.{group}`: every contract with the pool behind it, whole each time. */
export class V5AdlAlertSource implements StreamSource {
  constructor(
    private readonly topic: string,
    private readonly present: () => readonly AdlRow[],
  ) {}

  advance(): unknown {
    return this.state()
  }

  state(): unknown {
    return this.present().map((row) => ({
      c: row.coin,
      s: row.symbol,
      b: row.balance,
      mb: row.maxBalance,
      i_pr: row.insurancePnlRatio,
      pr: row.pnlRatio,
      adl_tt: row.adlTriggerThreshold,
      adl_sr: row.adlStopRatio,
    }))
  }

  write(_type: 'snapshot' | 'delta', timeMs: number, _seq: number, data: unknown): string {
    return writeV5Frame(this.topic, 'snapshot', timeMs, data)
  }
}
