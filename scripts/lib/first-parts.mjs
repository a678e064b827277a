/** What the page's first script imports once it has started the hub: the rest of the app, and the words of most users. */
const PARTS = [/\/src\/ui\/app\/draw-app\.tsx$/, /\/src\/ui\/i18n\/first-words\/en\.ts$/]

/** The one font of the page: a style sheet would ask for it once text is laid out, and text would move when it comes. */
const FONT = /inter-latin-wght-normal[\w-]*\.woff2$/

/**
 * Names the files of those parts in the page, so that the browser fetches them beside the first script and not after it.
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
        const font = Object.keys(bundle).find((file) => FONT.test(file))
        return [
          ...(font === undefined
            ? []
            : [
                {
                  tag: 'link',
                  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` },
                  injectTo: /** @type {const} */ ('head'),
                },
              ]),
          ...[...files]
            .filter((file) => !isThere(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
              injectTo: /** @type {const} */ ('head'),
            })),
          ...[...new Set(styles)]
            .filter((file) => !isThere(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
              injectTo: /** @type {const} */ ('head'),
            })),
        ]
      },
    },
  }
}
