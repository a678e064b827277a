import { describe, expect, it } from 'vitest'
import { textFrame } from '../../../exchange/host/node/sockets/frame'
import { textOf } from './lib/frames'

describe('a text frame (RFC 6455 §5.2)', () => {
  it.each([
    // Lengths on both sides of each form: 7 bits to 125, 16 bits to 65,535, 64 bits beyond.
    [0, [0x81, 0]],
    [125, [0x81, 125]],
    [126, [0x81, 126, 0, 126]],
    [65_535, [0x81, 126, 0xff, 0xff]],
    [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ])('of %i bytes has its length where it belongs', (length, head) => {
    const frame = textFrame('x'.repeat(length))
    expect([...frame.subarray(0, head.length)]).toEqual(head)
    expect(frame).toHaveLength(head.length + length)
  })

  it('counts bytes, not letters', () => {
    // Two bytes each in UTF-8: 70 letters are 140 bytes.
    const text = 'é'.repeat(70)
    const frame = textFrame(text)
    expect([...frame.subarray(0, 4)]).toEqual([0x81, 126, 0, 140])
    expect(textOf(frame)).toBe(text)
  })
})
