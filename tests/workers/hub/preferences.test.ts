import { describe, expect, test } from 'vitest'
import { PREFERENCE_PAUSE_MS } from '../../../src/workers/hub/account/preferences'
import { settle } from '../fakes'
import { Scene } from '../scene'

const PATH = '/v3/private/user/member/pref-setting'

const HIDE = { upsert_keys: { reverseClickTipStatus: 'hide' } }
const SHOW = { upsert_keys: { reverseClickTipStatus: 'show' } }

function sceneThat(answer: unknown): Scene {
  const scene = new Scene()
  scene.world.transport.on(PATH, () => answer)
  return scene
}

const asks = (scene: Scene) => scene.port.last('preferences').preferences.asksBeforeReverse
const writes = (scene: Scene) =>
  scene.world.transport.requests
    .filter(({ path, method }) => path === PATH && method === 'POST')
    .map(({ body }) => JSON.parse(body ?? '') as unknown)

describe('preferences of the member (spec §7, pref-setting)', () => {
  test('are read at sign-in; without an answer a reverse asks', async () => {
    const hidden = sceneThat({ reverseClickTipStatus: 'hide' })
    await hidden.live()
    expect(asks(hidden)).toBe(false)
    const silent = new Scene()
    await silent.live()
    expect(asks(silent)).toBe(true)
  })

  test('a choice holds in every tab at once; the first is written at once, of those within a second the last', async () => {
    const scene = sceneThat({ reverseClickTipStatus: 'show' })
    await scene.live()
    const other = await scene.join('tab-2')
    await scene.tab.setPreferences({ asksBeforeReverse: false })
    await settle()
    expect([asks(scene), other.port.last('preferences').preferences.asksBeforeReverse]).toEqual([false, false])
    expect(writes(scene)).toEqual([HIDE])
    await scene.tab.setPreferences({ asksBeforeReverse: true })
    await scene.tab.setPreferences({ asksBeforeReverse: false })
    await scene.tab.setPreferences({ asksBeforeReverse: true })
    await scene.world.clock.advance(PREFERENCE_PAUSE_MS - 1)
    expect(writes(scene)).toEqual([HIDE])
    await scene.world.clock.advance(1)
    expect(writes(scene)).toEqual([HIDE, SHOW])
  })

  test('each question is switched off alone, and what is not known of one means that it is asked (issue 19.3)', async () => {
    const scene = sceneThat({ closeClickTipStatus: 'hide', chartCancelClickTipStatus: 'maybe' })
    await scene.live()
    expect(scene.port.last('preferences').preferences).toEqual({
      asksBeforeReverse: true,
      asksBeforeClose: false,
      asksBeforeCancelAll: true,
      asksBeforeChartCancel: true,
    })
    await scene.tab.setPreferences({ asksBeforeCancelAll: false })
    await scene.tab.setPreferences({ asksBeforeClose: true })
    await scene.tab.setPreferences({ asksBeforeReverse: false })
    await scene.world.clock.advance(PREFERENCE_PAUSE_MS)
    await settle()
    expect(writes(scene)).toEqual([
      { upsert_keys: { cancelAllClickTipStatus: 'hide' } },
      { upsert_keys: { closeClickTipStatus: 'show', reverseClickTipStatus: 'hide' } },
    ])
    expect(scene.port.last('preferences').preferences).toMatchObject({
      asksBeforeClose: true,
      asksBeforeReverse: false,
    })
  })

  test('what waits for the end of the second is written when a tab is put away: the hub may die with it', async () => {
    const scene = sceneThat({ reverseClickTipStatus: 'show' })
    await scene.live()
    await scene.tab.setPreferences({ asksBeforeReverse: false })
    await scene.tab.setPreferences({ asksBeforeReverse: true })
    await scene.tab.setVisible('tab-1', false, 1)
    await settle()
    expect(writes(scene)).toEqual([HIDE, SHOW])
    expect(scene.world.transport.requests.findLast(({ path }) => path === PATH)).toMatchObject({ isFarewell: true })
    await scene.world.clock.advance(PREFERENCE_PAUSE_MS)
    expect(writes(scene)).toHaveLength(2)
  })
})
