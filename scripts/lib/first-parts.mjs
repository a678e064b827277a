/** What the page's first script imports once it has started the hub: the rest of the app, and the words of most users. */
const PARTS = [/\/src\/ui\/app\/draw-app\.tsx$/, /\/src\/ui\/i18n\/first-words\/en\.ts$/]

/** The one font of the page: a style sheet would ask for it once text is laid out, and text would move when it comes. */
const FONT = /inter-latin-wght-normal[\w-]*\.woff2$/
/** The hub's scripts: of the worker that all tabs share, and of the leading tab's where a browser has none. */
const [HUB, LEADER_HUB] = [/hub\.shared-[\w-]+\.js$/, /hub\.dedicated-[\w-]+\.js$/]
const MARK = '%HALYARD_PARTS%'

/**
 * Names the files of those parts in the page, so that the browser fetches them beside the first script and not after it:
 * fonts and styles for the browser, scripts for `src/page/ask-parts.js`.
 * @returns {import('vite').Plugin}
 */
export function firstParts() {
  return {
    name: 'first-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []))
        /** @type {Set<string>} */
        const files = new Set()
        /** @param {string} name */
        const add = (name) => {
          const chunk = chunks.find(({ fileName }) => fileName === name)
          if (chunk === undefined || files.has(name)) return
          files.add(name)
          for (const one of chunk.imports) add(one)
        }
        for (const part of PARTS)
          for (const chunk of chunks)
            if ([chunk.facadeModuleId ?? '', ...chunk.moduleIds].some((id) => part.test(id))) add(chunk.fileName)
        const styles = chunks
          .filter(({ fileName }) => files.has(fileName))
          .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
        /** @param {string} file */
        const isThere = (file) => html.includes(`"/${file}"`)
        /** @param {RegExp} name */
        const addressOf = (name) => {
          const file = Object.keys(bundle).find((one) => name.test(one))
          if (file === undefined) throw new Error(`the build has no ${name.source}`)
          return `/${file}`
        }
        const named = {
          hub: addressOf(HUB),
          leaderHub: addressOf(LEADER_HUB),
          app: [...files].filter((file) => !isThere(file)).map((file) => `/${file}`),
        }
        return {
          html: html.replace(MARK, JSON.stringify(named).replaceAll('"', '&quot;')),
          tags: [
            {
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: addressOf(FONT) },
              injectTo: /** @type {const} */ ('head'),
            },
            ...[...new Set(styles)]
              .filter((file) => !isThere(file))
              .map((file) => ({
                tag: 'link',
                attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
                injectTo: /** @type {const} */ ('head'),
              })),
          ],
        }
      },
    },
  }
}
