import { expect, test } from 'vitest'
import { DiagnosticsModel } from '../../../src/ui/diagnostics/diagnostics-model'
import type { Diagnostics } from '../../../src/workers/hub-api'
import { Scene } from '../../workers/scene'

const never = (): never => {
  throw new Error('not asked for here')
}

test('a hub that does not answer is named, and the last report stays', async () => {
  const answers: (() => Diagnostics)[] = [
    () => ({ epoch: 'one' }) as Diagnostics,
    () => {
      throw new Error('the hub is gone')
    },
  ]
  const api = { diagnostics: async () => answers.shift()!(), audit: never, recording: never }
  const model = new DiagnosticsModel(api)
  await model.ask()
  await model.ask()
  expect([model.report.value?.epoch, model.failure.value]).toEqual(['one', 'the hub is gone'])
})

test('the files are named by their time and hold what the hub says, without the one-time token', async () => {
  const scene = new Scene()
  await scene.live()
  const model = new DiagnosticsModel(scene.tab)
  const audit = await model.audit()
  // 1,700,000,000,000 ms is 2023-11-14 22:13:20 UTC
  expect(audit?.name).toBe('halyard-audit-2023-11-14T22-13-20.json')
  expect(JSON.parse((await audit?.text()) ?? '')).toMatchObject({ format: 'halyard-audit', account: 'acc-1' })
  const recording = await (await model.recording())?.text()
  expect(recording).toContain('halyard-recording')
  expect(recording).not.toContain('one-time')
})
