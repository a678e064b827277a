import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CookieReader, readSessionCookie, writeSessionCookies } from '../../../../../exchange/host/node/http/cookies'

test('a cookie says the same however often it is read, and among however many', () => {
  const reader = new CookieReader(4173)
  const name = fc.constantFrom('__Host-halyard-4173', 'halyard-4173', 'halyard-1', 'theme')
  const cookie = fc
    .array(fc.tuple(name, fc.string({ maxLength: 600 })), { maxLength: 3 })
    .map((parts) => parts.map((part) => part.join('=')).join('; '))
  fc.assert(
    fc.property(fc.array(cookie, { minLength: 1, maxLength: 40 }), (cookies) => {
      for (const one of [...cookies, ...cookies]) {
        const token = readSessionCookie(one, 4173, true)
        const hash = token === null || token === '' ? null : createHash('sha256').update(token).digest('hex')
        expect(reader.session(one, true)).toBe(hash)
      }
    }),
  )
  for (let i = 0; i < 3_000; i += 1) reader.session(`halyard-4173=${i}`, true)
  expect(reader.session('halyard-4173=7', true)).toBe(createHash('sha256').update('7').digest('hex'))
  expect(reader.session(undefined, true)).toBeNull()
})

test('beyond plain loopback the token goes out under its Secure name alone, and comes in under it alone', () => {
  expect(writeSessionCookies(4173, 'T', true).map((one) => one.split('=')[0])).toEqual([
    '__Host-halyard-4173',
    'halyard-4173',
  ])
  const [only, ...more] = writeSessionCookies(4173, 'T', false)
  expect(only).toMatch(/^__Host-halyard-4173=T; Path=\/; HttpOnly; SameSite=Strict; Secure; /)
  expect(more).toEqual([])
  const reader = new CookieReader(4173)
  // In both orders of asking: what is remembered of one is not the other's.
  expect(reader.session('halyard-4173=T', false)).toBeNull()
  expect(reader.session('halyard-4173=T', true)).not.toBeNull()
  expect(reader.session('halyard-4173=T', false)).toBeNull()
  expect(reader.session('__Host-halyard-4173=T', false)).toBe(reader.session('halyard-4173=T', true))
})
