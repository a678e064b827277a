import { describe, expect, test } from 'vitest'
import type { Money, Price } from '../../../src/domain/decimal'
import type { SetTpSl } from '../../../src/wire/rest/trading-stop'
import { writePosition } from '../../../src/wire/shape/position'
import { RawAnswer, settle } from '../fakes'
import { BTC, position, Scene } from '../scene'

const SET_TP_SL = '/contract/v5/position/set-tp-sl-ts'
const ADD_MARGIN = '/v5/position/add-margin'
const POSITIONS = '/v5/position/list'

const trailing: SetTpSl = {
  symbol: BTC,
  positionIdx: 1,
  mode: 'full',
  takeProfit: null,
  stopLoss: null,
  tpSize: null,
  slSize: null,
  tpOrderId: null,
  slOrderId: null,
  trailing: { distance: '500' as Price, rate: null, activationPrice: null },
}

async function liveScene(): Promise<Scene> {
  const scene = new Scene()
  await scene.live()
  return scene
}

describe('what guards a position and how its margin is held (decisions 9)', () => {
  test('one request, with the names of spec §7', async () => {
    const scene = await liveScene()
    let body: unknown
    scene.world.transport.on(SET_TP_SL, (seen) => {
      body = JSON.parse(String(seen.body))
      return { list: [] }
    })
    expect(await scene.door.setTpSl(trailing)).toEqual({ kind: 'accepted', value: null })
    expect(body).toMatchObject({ symbol: BTC, positionIdx: 1, tpSlMode: 'Full', trailingStop: '500' })
    expect(scene.world.transport.count(SET_TP_SL)).toBe(1)
  })

  test('a refusal comes with its code and bound, a 503 is unknown and not sent again', async () => {
    const scene = await liveScene()
    const terms = { symbol: BTC, positionIdx: 0, amount: '100' as Money } as const
    scene.world.transport.on(ADD_MARGIN, () => RawAnswer.code(110015, scene.world.clock, { field: 'symbol' }))
    expect(await scene.door.addMargin(terms)).toMatchObject({
      kind: 'refused',
      rejection: { code: 110015, ext: { field: 'symbol' } },
    })
    scene.world.transport.on(ADD_MARGIN, () => RawAnswer.status(503))
    expect(await scene.door.addMargin(terms)).toEqual({ kind: 'unknown' })
    expect(scene.world.transport.count(ADD_MARGIN)).toBe(2)
  })

  test('nothing leaves without a live account channel (O17)', async () => {
    const scene = new Scene()
    await scene.hello()
    await scene.openPublic()
    expect(await scene.door.setMarginMode('isolated')).toMatchObject({ kind: 'refused' })
    expect(scene.world.transport.count('/v5/account/set-margin-mode')).toBe(0)
  })

  test('a contract whose book is on a screen has its empty position read: it tells mode and leverage', async () => {
    const scene = new Scene()
    const flat = { side: null, size: '0', leverage: '25', marginMode: 'isolated', positionIdx: 2, seq: 12 }
    scene.world.transport.on(POSITIONS, ({ query }) => {
      const rows = query.get('symbol') === BTC ? [writePosition(position(flat))] : []
      return { list: rows, seq: 12 }
    })
    await scene.live()
    await settle()
    expect(scene.port.events('positions').flatMap((event) => event.positions)).toContainEqual(
      expect.objectContaining({ positionIdx: 2, size: '0', leverage: '25', marginMode: 'isolated' }),
    )
  })
})
