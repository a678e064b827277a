import type { Values } from './words'

/** Words as a file of `locales` has them: texts by key, nested. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** Brings the words of one namespace in one language; `null` where that language has none. Never rejects. */
export type WordSource = (language: string, namespace: string) => Promise<Texts | null>

/** Where a key is not among the words of the language: every text exists in English (`tests/ui/i18n`). */
const FALLBACK = 'en'
/** A value, or another text. Both are put in in one pass: what a value says is not read again (it may come from outside). */
const PARTS = /{{(\w+)}}|\$t\((\w+:[\w.]+)\)/g
/** Languages that are written from right to left. */
const FROM_RIGHT = /^(?:ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/

/**
 * The words of the page in its language. The files are i18next's JSON (version 4), of which this reads what ours use:
 * nested keys, `{{value}}`, the endings of a number (`_one`, `_other` by the rules of the language), and `$t(key)` for
 * another whole text.
 */
export class Translator {
  #language = FALLBACK
  #start: (source: WordSource) => void = () => {}
  /** A pointer that moves while the page still starts asks for words before anybody can bring them: they wait for it. */
  readonly #source = new Promise<WordSource>((resolve) => (this.#start = resolve))
  /** Namespaces that were asked for. */
  readonly #wanted = new Set<string>()
  readonly #words = new Map<string, Texts>()
  readonly #plurals = new Map<string, Intl.PluralRules>()
  readonly #listeners = new Set<() => void>()

  get language(): string {
    return this.#language
  }

  get direction(): 'ltr' | 'rtl' {
    return FROM_RIGHT.test(this.#language) ? 'rtl' : 'ltr'
  }

  /** Whether any word of the language has come. */
  speaks(language: string): boolean {
    return [...this.#words].some(([key, texts]) => key.startsWith(`${language}/`) && Object.keys(texts).length > 0)
  }

  /** @param source where words that are asked for come from */
  start(language: string, source: WordSource): void {
    this.#language = language
    this.#start(source)
  }

  give(language: string, namespace: string, texts: Texts): void {
    this.#words.set(`${language}/${namespace}`, texts)
  }

  /** Whether the words have come; a language that has none of this namespace counts as come once it was asked. */
  has(namespace: string): boolean {
    return [this.#language, FALLBACK].every((language) => this.#words.has(`${language}/${namespace}`))
  }

  /** Settles once the namespaces are there, in the page's language and in English; waits for the start. */
  async load(namespaces: Iterable<string>): Promise<void> {
    const asked = [...namespaces]
    for (const namespace of asked) this.#wanted.add(namespace)
    await this.#source
    await this.#bring(asked, this.#language)
  }

  /** Speaks another language, once all that was asked for has its words in it. */
  async change(language: string): Promise<void> {
    await this.#bring([...this.#wanted], language)
    this.#language = language
    for (const listener of this.#listeners) listener()
  }

  async #bring(namespaces: readonly string[], language: string): Promise<void> {
    const source = await this.#source
    const files = namespaces.flatMap((name) => [...new Set([language, FALLBACK])].map((one) => [one, name] as const))
    await Promise.all(
      files.map(async ([one, name]) => {
        if (!this.#words.has(`${one}/${name}`)) this.give(one, name, (await source(one, name)) ?? {})
      }),
    )
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @returns the text with its values, `null` for a key that no language has */
  find(key: string, values: Values = {}, namespace = 'app'): string | null {
    const text = this.raw(key, values, namespace)
    if (text === null) return null
    return text.replace(PARTS, (part, name: string | undefined, other: string | undefined) => {
      if (other !== undefined) return this.text(other, values)
      // A value that nobody gave stays a name, so that it is noticed.
      return name !== undefined && Object.hasOwn(values, name) ? String(values[name] ?? '') : part
    })
  }

  /** @returns the text with its values; the key itself where there is none, as nothing is no word either */
  text(key: string, values: Values = {}, namespace = 'app'): string {
    return this.find(key, values, namespace) ?? key
  }

  /** The text before its values are in it. A number named `count` chooses among its endings. */
  raw(key: string, { count }: Values = {}, namespace = 'app'): string | null {
    const colon = key.indexOf(':')
    const own = colon < 0 ? namespace : key.slice(0, colon)
    const path = key.slice(colon + 1)
    for (const language of [this.#language, FALLBACK]) {
      const texts = this.#words.get(`${language}/${own}`)
      if (texts === undefined) continue
      const ending = typeof count === 'number' ? textAt(texts, `${path}_${this.#pluralOf(language, count)}`) : null
      const text = ending ?? textAt(texts, path)
      if (text !== null) return text
    }
    return null
  }

  #pluralOf(language: string, count: number): string {
    let rules = this.#plurals.get(language)
    if (rules === undefined) this.#plurals.set(language, (rules = new Intl.PluralRules(language)))
    return rules.select(count)
  }
}

function textAt(texts: Texts, path: string): string | null {
  let found: string | Texts | undefined = texts
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, step)) return null
    found = found[step]
  }
  return typeof found === 'string' ? found : null
}
