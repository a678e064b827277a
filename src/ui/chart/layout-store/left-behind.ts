import type { KeptTexts } from '../../state/kept'

/** What the name of such a text begins with; the record's and the page's follow. */
const PREFIX = 'chart-left/'

/** A record that a page had not kept when it went: all of it, or its own part of what tabs merge. */
export interface Left {
  readonly value: unknown
  readonly isPart: boolean
}

/**
 * What a page that goes has not kept yet. A database takes a moment that such a page does not have; a text is written at
 * once. It stays until the database has the record too, here or on the next page.
 */
export class LeftBehind {
  constructor(
    private readonly texts: Pick<KeptTexts, 'getItem' | 'setItem' | 'removeItem' | 'keys'>,
    /** Each page writes under a name of its own, so that two that go at once take nothing from each other. */
    private readonly page: string,
  ) {}

  leave(record: string, left: Left): void {
    try {
      this.texts.setItem(`${PREFIX}${record}/${this.page}`, JSON.stringify(left))
    } catch {
      // Full or blocked storage.
    }
  }

  /** The database has it. */
  drop(record: string): void {
    this.#remove(`${PREFIX}${record}/${this.page}`)
  }

  /** What pages left of a record, whole ones or parts; it is handed out once. */
  take(record: string, wanted: Pick<Left, 'isPart'>): readonly unknown[] {
    try {
      const names = this.texts.keys().filter((name) => name.startsWith(`${PREFIX}${record}/`))
      return names.flatMap((name) => {
        const left = parseLeft(this.texts.getItem(name))
        if (left !== null && left.isPart !== wanted.isPart) return []
        this.#remove(name)
        return left === null ? [] : [left.value]
      })
    } catch {
      return []
    }
  }

  #remove(name: string): void {
    try {
      this.texts.removeItem(name)
    } catch {
      // Blocked storage.
    }
  }
}

function parseLeft(text: string | null): Left | null {
  if (text === null) return null
  try {
    const stored = JSON.parse(text) as unknown
    if (typeof stored !== 'object' || stored === null || !('value' in stored)) return null
    return { value: stored.value, isPart: 'isPart' in stored && stored.isPart === true }
  } catch {
    return null
  }
}
