import { createHash } from 'node:crypto'

/** As the build writes them (`scripts/lib/inlined-scripts.mjs`): without any attribute. */
const INLINE = /<script>([^]*?)<\/script>/g

/** @returns the hashes by which a policy lets the scripts in a page's own text run (CSP 3, `sha256-…`) */
export function inlineScripts(html: string): readonly string[] {
  return [...html.matchAll(INLINE)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  )
}
