import type { Changes } from './changes'
import type { ChannelPorts } from './channel-ports'
import type { HubPorts } from './ports'
import type { RestClient } from './rest-client'
import type { Recorder } from './tabs/recorder'
import type { Term } from './term'

/** What every side of the hub stands on. */
export interface HubContext {
  readonly ports: HubPorts
  readonly channelPorts: ChannelPorts
  readonly rest: RestClient
  readonly term: Term
  readonly changes: Changes
  readonly recorder: Recorder
}
