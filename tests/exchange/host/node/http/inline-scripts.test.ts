import { expect, test } from 'vitest'
import { inlineScripts } from '../../../../../exchange/host/node/http/inline-scripts'
import { contentSecurityPolicy } from '../../../../../exchange/host/node/http/security-headers'

test('a policy lets a page’s own script run by its hash, and no text besides', () => {
  // RFC 6234: SHA-256 of the empty text is e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4 649b934c a495991b 7852b855.
  const empty = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
  expect(inlineScripts('<script></script><script src="/a.js"></script><p>x</p>')).toEqual([empty])
  expect(inlineScripts('<script>one\n</script><script>two</script>')).toHaveLength(2)
  expect(contentSecurityPolicy('h', [], [empty])).toContain(`; script-src 'self' '${empty}'; style-src 'self'; `)
  expect(contentSecurityPolicy('h', [], [])).toContain(`; script-src 'self'; style-src 'self'; `)
})
