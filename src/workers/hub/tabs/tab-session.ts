import { PROTOCOL_VERSION } from '../../../base/protocol-version'
import {
  callCommand,
  everyCommand,
  type CommandName,
  type HubApi,
  type HubCommands,
  type HubWelcome,
  type TabHello,
} from '../../hub-api'
import { isReadName } from '../../recording'
import { viewProblem } from '../calls/order-gate'
import type { TabPort } from '../ports'
import type { Recorder } from './recorder'
import type { Tabs } from './tabs'

/** What one tab may ask: as `HubApi`, but with the port already in the hub's own terms. */
export type TabSession = Omit<HubApi, 'hello'> & { hello(hello: TabHello, port: TabPort): Promise<HubWelcome> }

export interface TabSessionPorts {
  readonly tabs: Tabs
  readonly recorder: Recorder
  /** Who answers the commands of a tab. */
  readonly commands: (tabId: () => string) => HubCommands
  readonly epoch: string
  /** A tab of our protocol came in. */
  readonly entered: (hello: TabHello, port: TabPort) => HubWelcome
  /** A tab was shown or hidden. */
  readonly seen: (visible: boolean) => void
}

/** What one tab may ask, and who answers; remembers which tab it is. */
export function makeTabSession(ports: TabSessionPorts): TabSession {
  const { tabs, recorder } = ports
  let tabId = ''
  /** By which the tab said hello. */
  let port: TabPort | null = null
  const commands = ports.commands(() => tabId)
  /** A press: its answer's toast is shown in its tab, and the recorder keeps what was asked and how it ended. */
  const press = async (name: CommandName, args: readonly unknown[], isShown: boolean): Promise<unknown> => {
    tabs.pressed(tabId)
    // One that is meant for what the page shows has no meaning on what was from before.
    const problem = isShown ? viewProblem(tabs.isDrawn(tabId)) : null
    const outcome = problem ?? (await callCommand(commands, name, args))
    recorder.command(tabId, name, args, outcome)
    return outcome
  }
  const read = async (name: CommandName, args: readonly unknown[]): Promise<unknown> => {
    const answer = await callCommand(commands, name, args)
    if (isReadName(name)) recorder.read(name, args[0], answer)
    return answer
  }
  return {
    async hello(hello, batches) {
      if (hello.protocol !== PROTOCOL_VERSION) return { ok: false, reason: 'protocol', protocol: PROTOCOL_VERSION }
      tabId = hello.tabId
      port = batches
      const welcome = ports.entered(hello, batches)
      if (hello.watches !== undefined) tabs.watch(tabId, hello.watches)
      return welcome
    },
    async goodbye(id) {
      // A hello that the tab gave up may be taken back only after the next one came in, by another session.
      if (port !== null && tabs.isAttached(id, port)) tabs.detach(id)
    },
    async setVisible(id, visible, view) {
      tabs.setVisible(id, visible, view)
      ports.seen(visible)
    },
    async drawn(id, view) {
      tabs.drawn(id, view)
    },
    async watch(id, watches) {
      tabs.watch(id, watches)
    },
    ...everyCommand((name, kind) => {
      if (kind === 'order' || kind === 'cancel') return (...args) => press(name, args, kind === 'order')
      if (kind === 'read') return (...args) => read(name, args)
      return (...args) => callCommand(commands, name, args)
    }),
    async ping(id) {
      return { epoch: ports.epoch, isKnown: port !== null && tabs.isAttached(id, port) }
    },
  }
}
