import { expect, test } from 'vitest'
import { InstallModel } from '../../../src/ui/kit/install-model'

function scene({ isInstalled = false, hasBanner = true } = {}) {
  const target = new EventTarget()
  const model = new InstallModel({ target, isInstalled: () => isInstalled, hasBanner: () => hasBanner })
  let prompts = 0
  const offer = (): Event => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void prompts++,
    })
    target.dispatchEvent(event)
    return event
  }
  return { target, model, offer, prompts: () => prompts }
}

test('the browser’s own banner is kept back, and a press asks once', async () => {
  const { model, offer, prompts } = scene()
  expect(model.canInstall.value).toBe(false)
  expect(offer().defaultPrevented).toBe(true)
  expect(model.canInstall.value).toBe(true)
  await model.install()
  await model.install()
  expect(prompts()).toBe(1)
  expect(model.canInstall.value).toBe(false)
  // Refused, and offered again by the browser.
  offer()
  expect(model.canInstall.value).toBe(true)
})

test('where the browser has no banner there is nothing to keep back, and the offer stands', async () => {
  const { model, offer, prompts } = scene({ hasBanner: false })
  expect(offer().defaultPrevented).toBe(false)
  await model.install()
  expect(prompts()).toBe(1)
})

test('nothing is offered in an installed app, or once it was installed', () => {
  const installed = scene({ isInstalled: true })
  installed.offer()
  expect(installed.model.canInstall.value).toBe(false)
  const { model, offer, target } = scene()
  offer()
  target.dispatchEvent(new Event('appinstalled'))
  expect(model.canInstall.value).toBe(false)
})
