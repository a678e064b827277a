import { rolldown } from 'rolldown'
import { root } from './run.mjs'

/** What runs before anything that the page asks for, in this order. */
const SCRIPTS = ['src/page/theme.js', 'src/page/ask-parts.js', 'src/page/first-parts.js']
const MARK = '<!-- first scripts -->'

/**
 * Writes the page's first scripts into its text: two requests less before the first price, and what looks after files that
 * do not come cannot be one of them. The exchange puts their hash into the page's policy
 * (`exchange/host/node/http/inline-scripts.ts`); a build ends where they are not what a policy and a page can hold.
 * @returns {import('vite').Plugin}
 */
export function inlinedScripts() {
  return {
    name: 'inlined-scripts',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        if (!html.includes(MARK)) {
          if (filename === `${root}index.html`) throw new Error(`index.html has no ${MARK}`)
          // A page of the tests.
          return html
        }
        const texts = await Promise.all(SCRIPTS.map((path) => packed(`${root}${path}`)))
        const text = texts.join('')
        if (/<\/?script/i.test(text)) throw new Error('a script within a page cannot name the element that ends it')
        return html.replace(MARK, () => `<script>${text}</script>`)
      },
    },
  }
}

/** @param {string} input */
async function packed(input) {
  const bundle = await rolldown({ input })
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true })
    return output[0].code.trim()
  } finally {
    await bundle.close()
  }
}
