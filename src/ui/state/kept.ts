/** What of the browser's storage forms use. Every call may throw: storage can be full, or blocked. */
export interface KeptTexts {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
  keys(): readonly string[]
}

/** Where a page keeps what was typed and chosen in it. */
export interface Kept {
  /** For as long as the browser has the page's data. */
  readonly local: KeptTexts
  /** For as long as the tab is open. */
  readonly session: KeptTexts
  /** Whether what stands in a database is kept too: the chart's choices, the last contract. */
  readonly keepsChart: boolean
}

/** The live page's. The storage is asked for at each use: naming it can throw where it is blocked. */
export const browserKept: Kept = {
  local: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, text) => localStorage.setItem(key, text),
    removeItem: (key) => localStorage.removeItem(key),
    keys: () => Object.keys(localStorage),
  },
  session: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, text) => sessionStorage.setItem(key, text),
    removeItem: (key) => sessionStorage.removeItem(key),
    keys: () => Object.keys(sessionStorage),
  },
  keepsChart: true,
}

/** A page's that is not the live one: what is typed into it stays in it and ends with it. */
export function keptApart(): Kept {
  return { local: memory(), session: memory(), keepsChart: false }
}

function memory(): KeptTexts {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    keys: () => [...texts.keys()],
  }
}
