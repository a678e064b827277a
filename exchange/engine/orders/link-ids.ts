import { NumberColumn } from '../../../src/base/columns'

/** Link ids an account's uniqueness check remembers, finished orders included. */
export const LINK_IDS_MAX = 50_000

const SHARD_BITS = 6
const FIRST_SLOTS = 64
/** Numbers of a slot: hash, owner, place. A fourth keeps a slot within one line of the processor's cache. */
const WIDTH = 4
const OWNER = 1
const PLACE = 2
const NONE = -1

/**
 * Where the link ids of all accounts stand in the lists of their accounts. Each order asks for one that is not there:
 * in a table of numbers that is one look at memory, in a Map of each account's texts it is half a dozen, all of them
 * cold. Numbers outside the heap are no work for the garbage collector either.
 */
export class LinkTable {
  /** Each grows by itself, and none of them for long. */
  readonly #shards = Array.from({ length: 1 << SHARD_BITS }, () => new Shard())
  #owners = 0

  /** @returns the number of one more account, from 1 on */
  addOwner(): number {
    this.#owners += 1
    return this.#owners
  }

  shard(hash: number): Shard {
    return this.#shards[hash >>> (32 - SHARD_BITS)]!
  }
}

/** Slots by hash, each the next free one from where its hash belongs. Owner 0 is free. */
class Shard {
  #slots = new Int32Array(FIRST_SLOTS * WIDTH)
  #mask = FIRST_SLOTS - 1
  #size = 0

  add(hash: number, owner: number, place: number): void {
    if (2 * (this.#size + 1) > this.#mask) this.#grow()
    let slot = hash & this.#mask
    while (this.#slots[slot * WIDTH + OWNER] !== 0) slot = (slot + 1) & this.#mask
    this.#write(slot, hash, owner, place)
    this.#size += 1
  }

  /** @param from slot to look from, left out: the first where it can be. @returns its slot, −1 where there is none */
  find(hash: number, owner: number, from = hash & this.#mask): number {
    const slots = this.#slots
    for (let slot = from; ; slot = (slot + 1) & this.#mask) {
      const at = slot * WIDTH
      if (slots[at + OWNER] === 0) return NONE
      if (slots[at] === hash && slots[at + OWNER] === owner) return slot
    }
  }

  /** @returns the next one of the same hash and owner after a slot that was found, −1 where there is none */
  findAfter(slot: number): number {
    const at = slot * WIDTH
    return this.find(this.#slots[at]!, this.#slots[at + OWNER]!, (slot + 1) & this.#mask)
  }

  placeAt(slot: number): number {
    return this.#slots[slot * WIDTH + PLACE]!
  }

  remove(slot: number): void {
    const slots = this.#slots
    const mask = this.#mask
    let hole = slot
    // What stands behind the hole moves up, unless it would come before its own slot.
    for (let next = (hole + 1) & mask; slots[next * WIDTH + OWNER] !== 0; next = (next + 1) & mask) {
      const home = slots[next * WIDTH]! & mask
      if (((next - home) & mask) < ((next - hole) & mask)) continue
      slots.copyWithin(hole * WIDTH, next * WIDTH, (next + 1) * WIDTH)
      hole = next
    }
    this.#write(hole, 0, 0, 0)
    this.#size -= 1
  }

  #write(slot: number, hash: number, owner: number, place: number): void {
    const at = slot * WIDTH
    this.#slots[at] = hash
    this.#slots[at + OWNER] = owner
    this.#slots[at + PLACE] = place
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(2 * old.length)
    this.#mask = 2 * this.#mask + 1
    this.#size = 0
    for (let at = 0; at < old.length; at += WIDTH)
      if (old[at + OWNER] !== 0) this.add(old[at]!, old[at + OWNER]!, old[at + PLACE]!)
  }
}

/** The link ids of one account, the newest `LINK_IDS_MAX` of them, each with the number of its order. */
export class LinkIds {
  readonly #table: LinkTable
  readonly #owner: number
  /** Rings from `#oldest` on, once they are full. */
  readonly #texts: string[] = []
  readonly #numbers: number[] = []
  #oldest = 0

  constructor(table: LinkTable) {
    this.#table = table
    this.#owner = table.addOwner()
  }

  /** @returns the number of the order, `null` where none is remembered */
  find(linkId: string): number | null {
    const place = this.#placeOf(linkId)
    return place === NONE ? null : this.#numbers[place]!
  }

  /** @param linkId one that is not there; the empty one is nobody's */
  remember(linkId: string, orderNumber: number): void {
    if (linkId === '') return
    const place = this.#texts.length < LINK_IDS_MAX ? this.#texts.length : this.#oldest
    if (place < this.#texts.length) this.#forgetOldest()
    this.#texts[place] = linkId
    this.#numbers[place] = orderNumber
    const hash = this.#hashOf(linkId)
    this.#table.shard(hash).add(hash, this.#owner, place)
  }

  /** Oldest first. */
  rows(): { readonly ids: readonly string[]; readonly numbers: NumberColumn } {
    const inOrder = <T>(ring: readonly T[]): T[] => ring.slice(this.#oldest).concat(ring.slice(0, this.#oldest))
    return { ids: inOrder(this.#texts), numbers: new NumberColumn(inOrder(this.#numbers)) }
  }

  #forgetOldest(): void {
    const hash = this.#hashOf(this.#texts[this.#oldest]!)
    const shard = this.#table.shard(hash)
    let slot = shard.find(hash, this.#owner)
    while (shard.placeAt(slot) !== this.#oldest) slot = shard.findAfter(slot)
    shard.remove(slot)
    this.#oldest = (this.#oldest + 1) % LINK_IDS_MAX
  }

  #placeOf(linkId: string): number {
    const hash = this.#hashOf(linkId)
    const shard = this.#table.shard(hash)
    for (let slot = shard.find(hash, this.#owner); slot !== NONE; slot = shard.findAfter(slot)) {
      const place = shard.placeAt(slot)
      // Two texts may share a hash.
      if (this.#texts[place] === linkId) return place
    }
    return NONE
  }

  /** 32 bits of FNV-1a that begins with the owner, and MurmurHash3's last step: ids often differ in a digit alone. */
  #hashOf(linkId: string): number {
    let hash = 0x811c9dc5 ^ Math.imul(this.#owner, 0x9e3779b1)
    for (let i = 0; i < linkId.length; i += 1) hash = Math.imul(hash ^ linkId.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return hash ^ (hash >>> 16)
  }
}
