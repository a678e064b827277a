/** A file that is nothing but other names for what one other file has: a request of its own for forty bytes. */
const FACADE =
  /^(?:import\s*["'`]\.\/[\w.-]+\.js["'`];)*export\s*\{([^{}]*)\}\s*from\s*["'`]\.\/([\w.-]+\.js)["'`];?\s*$/
/** Helpers that the build puts into a file of their own, which imports nothing and keeps no state. */
const RUNTIME = /rolldown-runtime-[\w-]+\.js$/

/**
 * Makes whole files of the parts that the build gives as two: whoever imports a file of other names imports the file that
 * has what they stand for, and the page's own parts have the build's helpers within them.
 * @param {readonly RegExp[]} own file names of parts that are to ask for no helper
 * @returns {import('vite').Plugin}
 */
export function wholeParts(own) {
  return {
    name: 'whole-parts',
    apply: 'build',
    generateBundle: {
      // Before the page and the lists of what a part needs are written.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []))
        for (const facade of chunks) {
          const [, names, whole] = FACADE.exec(facade.code.trim()) ?? []
          if (names === undefined || whole === undefined || !facade.isDynamicEntry) continue
          const file = fileOf(facade.fileName)
          for (const chunk of chunks)
            if (chunk !== facade && chunk.code.includes(file))
              chunk.code = chunk.code.replaceAll(
                importOf(file),
                `import(\`./${whole}\`).then(e=>({${membersOf(names)}}))`,
              )
          delete bundle[facade.fileName]
        }
        const runtime = chunks.find(({ fileName }) => RUNTIME.test(fileName))
        for (const chunk of chunks)
          if (runtime !== undefined && own.some((one) => one.test(chunk.fileName))) takeIn(chunk, runtime)
      },
    },
  }
}

/** @param {string} path */
function fileOf(path) {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** @param {string} file */
function importOf(file) {
  return new RegExp(`import\\((["'\`])\\./${file.replaceAll('.', '\\.')}\\1\\)`, 'g')
}

/**
 * @param {string} names as an export has them: `t as drawApp,n as other`
 * @returns {string} members of an object with the same names: `drawApp:e.t,other:e.n`
 */
function membersOf(names) {
  return pairsOf(names)
    .map(([has, said]) => `${said}:e.${has}`)
    .join(',')
}

/** @param {string} names @returns {readonly (readonly [string, string])[]} */
function pairsOf(names) {
  return names.split(',').map((one) => {
    const [has = '', said = has] = one.trim().split(/\s+as\s+/)
    return [has, said]
  })
}

/**
 * @param {import('rolldown').OutputChunk} chunk
 * @param {import('rolldown').OutputChunk} runtime
 */
function takeIn(chunk, runtime) {
  const file = fileOf(runtime.fileName).replaceAll('.', '\\.')
  const [, code = '', exported = ''] = /^(.*)export\s*\{([^{}]*)\};?\s*$/s.exec(runtime.code) ?? []
  if (code === '') throw new Error(`${runtime.fileName} is not what it was: see scripts/lib/whole-parts.mjs`)
  chunk.code = chunk.code.replace(
    new RegExp(`import\\s*\\{([^{}]*)\\}\\s*from\\s*["'\`]\\./${file}["'\`];?`),
    (_, wanted) => {
      const local = pairsOf(wanted).map(([has, said]) => `${has}:${said}`)
      const members = pairsOf(exported).map(([has, said]) => `${said}:${has}`)
      return `const{${local.join(',')}}=(()=>{${code}return{${members.join(',')}}})();`
    },
  )
  chunk.imports = chunk.imports.filter((one) => one !== runtime.fileName)
}
