import { crc32 } from '../../../src/base/crc32'
import type { Instrument } from '../../../src/domain/instrument/instrument'
import { writeBriefSymbol } from '../../../src/wire/rest/brief-symbol-list'
import type { Venue } from '../../venue/contract'

/** The venue's instruments with the version that clients compare (spec §7, brief-symbol-list). */
export class Catalogue {
  #version: string | null = null

  constructor(private readonly venue: Venue) {}

  all(): readonly Instrument[] {
    return this.venue.instruments()
  }

  find(symbol: string): Instrument | null {
    return this.all().find((one) => one.symbol === symbol) ?? null
  }

  /** Follows from the contents: equal rules have equal versions, across restarts too. */
  version(): string {
    this.#version ??= crc32(encodeURIComponent(JSON.stringify(this.all().map((one) => writeBriefSymbol(one, 0)))))
      .toString(16)
      .padStart(8, '0')
    return this.#version
  }

  /** An instrument changed. */
  forget(): void {
    this.#version = null
  }
}
