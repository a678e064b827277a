/*
 * Preloaded into dependency-cruiser (`node --import`). TypeScript 7 has no JavaScript API, and without one the cruiser
 * silently reads no .ts file at all: it passes because it saw nothing. So its `typescript` is answered with the
 * TypeScript 5 that @ts-morph/common carries, which parses the same import statements and installs no second `tsc`.
 */
import Module, { register } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = new URL('./typescript-five/', import.meta.url)
const answers = new Map([
  ['typescript', new URL('index.cjs', folder).href],
  ['typescript/package.json', new URL('package.json', folder).href],
])

const hookName = '_resolveFilename'
/** @typedef {(this: unknown, request: string, ...rest: readonly unknown[]) => string} Resolve */
// Node's own types leave this function out, because it is not for everyone: nothing else reaches `require` of the cruiser.
const loader = /** @type {typeof Module & { [hookName]: Resolve }} */ (Module)
const resolveFilename = loader[hookName]
loader[hookName] = function (request, ...rest) {
  const answer = answers.get(request)
  return answer === undefined ? resolveFilename.call(this, request, ...rest) : fileURLToPath(answer)
}

const hook = `
  const answers = new Map(${JSON.stringify([...answers])})
  export async function resolve(specifier, context, next) {
    const answer = answers.get(specifier)
    return answer === undefined ? next(specifier, context) : { url: answer, shortCircuit: true }
  }`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
