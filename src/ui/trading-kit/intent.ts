import type { NewOrder } from '../../domain/order/new-order'
import type { OrderLinkId } from '../../domain/order/order'
import type { OrderIntent } from '../../workers/presses'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const ID_LENGTH = 22

/** A new name for a press: 132 random bits in 22 of the characters an `orderLinkId` may have (decisions 5). */
export function newIntentId(): OrderLinkId {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH))
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 63)).join('') as OrderLinkId
}

/** Binds what is on the screen into a press, complete and immutable (I11). */
export function freezeIntent(order: NewOrder, account: string, pressedAtMs: number): OrderIntent {
  return Object.freeze({ id: newIntentId(), order: Object.freeze({ ...order }), account, pressedAtMs })
}
