import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ts } from '@ts-morph/common'

/*
 * The types that bybit-api publishes for v5's answers (its own .d.ts files, read as they are installed), and whether a
 * JSON value is of one: every field that is not optional is there, and each that is there has the type's JSON form. Words
 * are not compared: the published unions of them are narrower than what v5 sends (no empty text, for one).
 */

const FOLDER = createRequire(import.meta.url)
  .resolve('bybit-api')
  .replace(/index\.js$/, '')
const OURS = join(import.meta.dirname, 'published-answers.d.ts')
const GLOBALS = join(import.meta.dirname, 'published-globals.d.ts')

/** What the library's files use of the language's own types: without the real ones the checker takes a tenth of the time. */
const GLOBAL_TYPES = `
interface Array<T> { length: number; [at: number]: T }
interface Promise<T> { readonly value: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}
type Record<K extends keyof any, T> = { [P in K]: T }
type Partial<T> = { [P in keyof T]?: T[P] }
type Pick<T, K extends keyof T> = { [P in K]: T[P] }
type Exclude<T, U> = T extends U ? never : T
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>
type ReturnType<T> = T extends (...args: any) => infer R ? R : never
type Awaited<T> = T extends Promise<infer R> ? R : T
`

export const LIBRARY_VERSION = (
  JSON.parse(readFileSync(join(FOLDER, '../package.json'), 'utf8')) as { readonly version: string }
).version

/** Methods of the library's client by the call that they make, `GET /v5/market/time`, from its own source. */
export function methodsOfLibrary(): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>()
  let method = ''
  let verb: string | undefined
  for (const line of readFileSync(join(FOLDER, 'rest-client-v5.js'), 'utf8').split('\n')) {
    method = /^ {4}(?:async )?(\w+)\(.*\) \{$/.exec(line)?.[1] ?? method
    verb = /this\.(get|getPrivate|post|postPrivate)\(/.exec(line)?.[1] ?? verb
    const path = /'(\/v5\/[^']+)'/.exec(line)?.[1]
    if (path === undefined || verb === undefined) continue
    const call = `${verb.startsWith('get') ? 'GET' : 'POST'} ${path}`
    methods.set(call, [...(methods.get(call) ?? []), method])
  }
  return methods
}

/** Types by name, and a judge of values. */
export class PublishedTypes {
  readonly #checker: ts.TypeChecker
  readonly #types = new Map<string, ts.Type>()

  /** @param expressions by name: TypeScript's own writing, over what bybit-api exports */
  constructor(expressions: ReadonlyMap<string, string>) {
    const names = [...expressions.keys()]
    const text = names.map((name, at) => `export type T${at} = ${expressions.get(name)!}`).join('\n')
    const imports = [
      `import * as lib from '${FOLDER}types/index'`,
      `import * as ws from '${FOLDER}types/websockets/ws-events'`,
      `import { WsAPIOperationResponseMap } from '${FOLDER}types/websockets/ws-api'`,
      `import { RestClientV5 } from '${FOLDER}rest-client-v5'`,
      'type Result<M extends keyof RestClientV5> = Awaited<ReturnType<RestClientV5[M]>>',
      // The library has no type for the wallet topic: its rows are those of the call.
      'type WalletFrame = { id: string; topic: string; creationTime: number; data: lib.WalletBalanceV5[] }',
      'type Answer<T> = { retCode: number; retMsg: string; retExtInfo: {}; time: number; result: T }',
    ]
    const files = new Map([
      [OURS, [...imports, text].join('\n')],
      [GLOBALS, GLOBAL_TYPES],
    ])
    const options: ts.CompilerOptions = { noLib: true, strict: true, types: [], skipLibCheck: true }
    const host: ts.CompilerHost = {
      getSourceFile(name, version) {
        const content = files.get(name) ?? readIfThere(name)
        return content === null ? undefined : ts.createSourceFile(name, content, version)
      },
      fileExists: (name) => files.has(name) || readIfThere(name) !== null,
      readFile: (name) => files.get(name) ?? readIfThere(name) ?? undefined,
      getDefaultLibFileName: () => 'lib.d.ts',
      writeFile: () => undefined,
      getCurrentDirectory: () => import.meta.dirname,
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    }
    const program = ts.createProgram([OURS, GLOBALS], options, host)
    this.#checker = program.getTypeChecker()
    const source = program.getSourceFile(OURS)!
    const wrong = program
      .getSemanticDiagnostics(source)
      .map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' '))
    if (wrong.length > 0) throw new Error(`published types: ${wrong.join('; ')}`)
    for (const node of source.statements) {
      if (!ts.isTypeAliasDeclaration(node) || !/^T\d+$/.test(node.name.text)) continue
      this.#types.set(names[Number(node.name.text.slice(1))]!, this.#checker.getTypeAtLocation(node))
    }
  }

  /** Whether the type says anything at all: `any` and `unknown` hold for everything. */
  saysSomething(name: string): boolean {
    return (this.#types.get(name)!.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) === 0
  }

  /**
   * @param judged is told of each field, whose place is written with `[]` for any item; an `[]` that never had an item
   * is one that nobody has looked into
   * @returns where the value is not of the type
   */
  faults(name: string, value: unknown, judged: (place: string) => void = () => undefined): readonly string[] {
    return this.#faultsOf(this.#types.get(name)!, value, '', judged)
  }

  #faultsOf(type: ts.Type, value: unknown, at: string, judged: (place: string) => void): readonly string[] {
    judged(at)
    if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return []
    if (type.isUnion()) {
      const each = type.types.filter((one) => !isUndefined(one)).map((one) => this.#faultsOf(one, value, at, judged))
      return each.find((faults) => faults.length === 0) ?? each.toSorted((a, b) => a.length - b.length)[0]!
    }
    const form = jsonFormOf(type)
    if (form !== null) {
      const found = value === null ? 'null' : typeof value
      return found === form ? [] : [`${at} is ${JSON.stringify(value)?.slice(0, 40)} and no ${form}`]
    }
    if (this.#checker.isTupleType(type)) {
      const places = this.#checker.getTypeArguments(type as ts.TypeReference)
      if (!Array.isArray(value) || value.length !== places.length) return [`${at} has not ${places.length} places`]
      return places.flatMap((one, i) => this.#faultsOf(one, value[i], `${at}.${i}`, judged))
    }
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference)
      if (!Array.isArray(value)) return [`${at} is no list`]
      return value.flatMap((one) => this.#faultsOf(item!, one, `${at}[]`, judged))
    }
    return this.#objectFaults(type, value, at, judged)
  }

  #objectFaults(type: ts.Type, value: unknown, at: string, judged: (place: string) => void): readonly string[] {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [`${at} is ${JSON.stringify(value)?.slice(0, 40)} and no object`]
    const json = value as Readonly<Record<string, unknown>>
    const named = this.#checker.getPropertiesOfType(type).flatMap((field) => {
      const own = this.#checker.getTypeOfSymbol(field)
      const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0 || isUndefined(own)
      const place = `${at}.${field.name}`
      if (!(field.name in json)) return isOptional ? [] : [`${place} is missing`]
      return this.#faultsOf(own, json[field.name], place, judged)
    })
    const rest = this.#checker.getIndexInfosOfType(type)[0]
    return rest === undefined
      ? named
      : [...named, ...Object.values(json).flatMap((one) => this.#faultsOf(rest.type, one, `${at}.*`, judged))]
  }
}

const isUndefined = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0 || (type.isUnion() && type.types.some(isUndefined))

function jsonFormOf(type: ts.Type): string | null {
  if ((type.flags & ts.TypeFlags.StringLike) !== 0) return 'string'
  if ((type.flags & ts.TypeFlags.NumberLike) !== 0) return 'number'
  if ((type.flags & ts.TypeFlags.BooleanLike) !== 0) return 'boolean'
  if ((type.flags & ts.TypeFlags.Null) !== 0) return 'null'
  return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) === 0 ? null : 'undefined'
}

const texts = new Map<string, string | null>()
function readIfThere(name: string): string | null {
  if (!texts.has(name)) {
    try {
      texts.set(name, readFileSync(name, 'utf8'))
    } catch {
      texts.set(name, null)
    }
  }
  return texts.get(name)!
}
