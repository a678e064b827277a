import { HubGone, hubTooSlow, unheard, type Attachment } from './attachment'
import { markLoad } from '../kit/load-marks'
import { BatchInbox } from './batch-inbox'
import { withDeadline } from '../../base/deadline'
import { PROTOCOL_VERSION } from '../../base/protocol-version'
import { addressedTo, type VenueAddress } from './venue-address'
import type { HubWelcome, TabHello, Watch } from '../../workers/hub-api'
import type { HubBatch, HubEvent } from '../../workers/hub-events'
import type { HubLife, HubLink } from './hub-link'
import { openSharedHub } from './choose-hub'
import { Hellos } from './hello-deadline'
import type { OpenHub } from './hub-worker'
import { makeLinkApi } from './link-api'
import { browserPage, type Page } from './page'
import { Pulse } from './pulse'
import { View } from './view'
import { WatchList } from './watch-list'

export interface AttachOptions {
  readonly build: string
  readonly bootstrap?: VenueAddress
  /** Where the hub runs (`chooseHub`); missing: in the shared worker. */
  readonly openWorker?: OpenHub
  /** Streams to ask for before anybody listens. */
  readonly early?: readonly Watch[]
  readonly page?: Page
}

/** Attaches this tab to the hub of the browser profile, and again after each of its deaths. */
export function attachHub(options: AttachOptions): HubLink {
  return new AttachedLink(options)
}

class AttachedLink implements HubLink {
  readonly #page: Page
  readonly #openWorker: OpenHub
  readonly #lifeListeners = new Set<(life: HubLife) => void>()
  readonly #eventListeners = new Set<(events: readonly HubEvent[]) => void>()
  readonly #watches = new WatchList(() => this.#sendWatches())
  readonly #view: View
  readonly #waiters = new Set<(attachment: Attachment | null) => void>()
  #life: HubLife = 'attaching'
  #toldLife: HubLife = 'attaching'
  #attachment: Attachment | null = null
  #isAttached = false
  /** Batches wait for the first listener, a few seconds of them: a hub that runs answers before the app is there. */
  #isListenedTo = false
  #inboxNow: BatchInbox | null = null
  #tabId = ''
  #releaseLock: (() => void) | null = null
  #isDisposed = false
  #isAway = false
  #attempt = 0
  readonly api: HubLink['api']

  constructor(private readonly options: AttachOptions) {
    this.#page = options.page ?? browserPage()
    this.#openWorker = options.openWorker ?? openSharedHub
    for (const watch of options.early ?? []) this.#watches.expect(watch)
    this.#view = new View(this.#page, {
      renewed: () => this.#sendVisibility(),
      drawn: (view) => this.#sendDrawn(view),
      changed: () => this.#tellLife(),
    })
    this.api = makeLinkApi({
      trading: () => (this.#isAttached && this.#attachment?.isSilent === false ? this.#attachment.worker : null),
      isViewCurrent: () => this.#view.isPressCurrent(),
      whenAttached: async (deadlineMs) => (await this.#whenAttached(deadlineMs))?.worker ?? null,
      inTime: (hub, work, deadlineMs) => {
        const attachment = this.#attachment
        // The hub that was asked is gone in the same turn: nobody will answer.
        if (attachment === null || attachment.worker !== hub) return Promise.reject(hubTooSlow())
        return this.#inTime(attachment, work, deadlineMs)
      },
    })
    if (!this.#page.isSupported) {
      this.#life = this.#toldLife = 'unsupported'
      return
    }
    this.#page.onLeave(() => this.#leave())
    this.#page.onReturn(() => this.#return())
    this.#page.onVisibility((visible) => {
      const before = this.#view.number
      if (visible) this.#view.comeBack()
      else this.#view.leave()
      // The network came back, say: the hub looks again.
      if (this.#view.number === before) this.#sendVisibility()
    })
    this.#page.onGeneration(() => {
      // Another tab found our hub hanging: there is one hub for all, and it is the next one.
      const attachment = this.#attachment
      if (attachment !== null && this.#page.generation() > attachment.generation) this.#abandon(attachment)
    })
    void this.#attach()
  }

  life = (): HubLife => (this.#life === 'attached' && !this.#view.isDrawn ? 'returning' : this.#life)
  epoch = (): string | null => this.#attachment?.epoch ?? null

  onLife(listener: (life: HubLife) => void): () => void {
    this.#lifeListeners.add(listener)
    return () => this.#lifeListeners.delete(listener)
  }

  onEvents(listener: (events: readonly HubEvent[]) => void): () => void {
    if (!this.#isListenedTo) queueMicrotask(() => this.#inboxNow?.begin())
    this.#isListenedTo = true
    this.#eventListeners.add(listener)
    return () => this.#eventListeners.delete(listener)
  }

  afterPaint(call: () => void): void {
    this.#page.afterPaint(call)
  }

  watch(watch: Watch): () => void {
    return this.#watches.add(watch)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#leave()
    this.#view.stop()
    this.#lifeListeners.clear()
    this.#eventListeners.clear()
  }

  #enter(life: HubLife): void {
    this.#life = life
    this.#tellLife()
  }

  #tellLife(): void {
    const life = this.life()
    if (this.#toldLife === life) return
    this.#toldLife = life
    for (const listener of this.#lifeListeners) listener(life)
  }

  #sendVisibility(): void {
    // A page that is being cached says goodbye, and nothing that has an answer (B9).
    if (!this.#isAttached || this.#isAway) return
    unheard(this.#attachment?.worker.api.setVisible(this.#tabId, this.#page.isVisible(), this.#view.number))
  }

  /** Attached, and told so: the first batch carries the new hub's state, and the old one's "live" must not outlive it. */
  #enterWhenHeard(attachment: Attachment): void {
    if (attachment === this.#attachment && this.#isAttached && attachment.isHeard && !attachment.isSilent)
      this.#enter('attached')
  }

  /** @param isAfterDeath whether a hub of this name just died: what comes under the name of a dead worker may be dead too */
  async #attach(isAfterDeath = false): Promise<void> {
    const attempt = ++this.#attempt
    const isStale = (): boolean => attempt !== this.#attempt || this.#isDisposed || this.#isAway
    // Not later, nor when tabs were called on: it may be a hub that began after this page then.
    const isFirst = (): boolean => attempt === 1 && this.#page.generation() === 0
    const hellos = new Hellos(isAfterDeath, async () => isFirst() && this.#page.isFoundHubHeld())
    while (!isStale()) {
      let attachment: Attachment | null = null
      try {
        if (this.#releaseLock === null) {
          // A new name each time: the hub may still wait for the last one.
          this.#tabId = this.#page.newId()
          this.#releaseLock = await this.#page.holdLock(`halyard-tab-${this.#tabId}`)
          if (isStale()) return
        }
        attachment = this.#open()
        const welcome = await this.#hello(attachment, hellos.deadlineMs)
        if (isStale()) {
          this.#let(attachment)
          return
        }
        if (welcome.ok) {
          this.#attached(attachment, welcome.epoch)
          return
        }
        // Another protocol under our name cannot be: names carry it. Go on to one of our own.
        this.#nextGeneration(attachment.generation)
        this.#let(attachment)
      } catch {
        if (attachment !== null) this.#let(attachment)
        // A later attempt is under way: whoever speaks for this one would send the tabs apart.
        if (isStale()) return
        if (attachment !== null && (await hellos.fail()) && !isStale()) this.#nextGeneration(attachment.generation)
      }
      await this.#page.sleep(hellos.pauseMs)
    }
  }

  #open(): Attachment {
    const generation = this.#page.generation()
    const worker = this.#openWorker(generation)
    const { port1, port2 } = new MessageChannel()
    const end = new AbortController()
    const gone = new Promise<never>((_, reject) =>
      end.signal.addEventListener('abort', () => reject(new HubGone('the hub is gone'))),
    )
    gone.catch(() => undefined)
    const attachment: Attachment = {
      worker,
      generation,
      hasSaidHello: false,
      told: this.#seen(),
      port: port1,
      helloPort: port2,
      epoch: null,
      gone,
      end: () => end.abort(),
      isHeard: false,
      isSilent: false,
      stopWaiting: () => {},
      pulse: this.#pulse(() => attachment),
    }
    const inbox = (this.#inboxNow = this.#inbox(attachment))
    port1.addEventListener('message', ({ data }: MessageEvent<HubBatch>) => this.#receive(attachment, inbox, data))
    port1.start()
    worker.onError(() => attachment.end())
    this.#attachment = attachment
    return attachment
  }

  #hello(attachment: Attachment, deadlineMs: number): Promise<HubWelcome> {
    const { build, bootstrap } = this.options
    const hello: TabHello = {
      tabId: this.#tabId,
      protocol: PROTOCOL_VERSION,
      build,
      lockName: `halyard-tab-${this.#tabId}`,
      ...attachment.told,
      watches: this.#watches.union(),
      ...addressedTo(bootstrap),
    }
    attachment.hasSaidHello = true
    markLoad('watch')
    return this.#inTime(attachment, attachment.worker.hello(hello, attachment.helloPort), deadlineMs)
  }

  #attached(attachment: Attachment, epoch: string): void {
    attachment.epoch = epoch
    this.#isAttached = true
    // The lock of a dead hub is free within milliseconds, and nothing else tells of its death (B1).
    attachment.stopWaiting = this.#page.whenLockFree(`halyard-hub-${epoch}`, () => this.#lost(attachment))
    attachment.pulse.start()
    this.#enterWhenHeard(attachment)
    for (const waiter of this.#waiters) waiter(attachment)
    this.#waiters.clear()
    this.#sendWatches()
    // What happened while the hello was on its way: nobody was attached to be told.
    const { view, visible } = this.#seen()
    if (view !== attachment.told.view || visible !== attachment.told.visible) this.#sendVisibility()
    if (this.#view.isDrawn) this.#sendDrawn(view)
  }

  #seen(): Attachment['told'] {
    return { view: this.#view.number, visible: this.#page.isVisible() }
  }

  #sendDrawn(view: number): void {
    if (this.#isAttached) unheard(this.#attachment?.worker.api.drawn(this.#tabId, view))
  }

  #lost(attachment: Attachment): void {
    if (this.#attachment !== attachment || this.#isDisposed) return
    this.#let(attachment)
    this.#view.renew()
    this.#enter('lost')
    void this.#attach(true)
  }

  #let(attachment: Attachment): void {
    // Also where no welcome came: a hub that answers late would keep its connections for a tab that is elsewhere.
    if (attachment.hasSaidHello) unheard(attachment.worker.api.goodbye(this.#tabId))
    attachment.hasSaidHello = false
    attachment.stopWaiting()
    attachment.pulse.stop()
    attachment.end()
    attachment.port.close()
    attachment.worker.close()
    if (this.#attachment !== attachment) return
    this.#attachment = null
    this.#isAttached = false
  }

  #pulse(of: () => Attachment): Pulse {
    return new Pulse({
      after: (delayMs, call) => this.#page.after(delayMs, call),
      isVisible: () => this.#page.isVisible(),
      ping: () => of().worker.api.ping(this.#tabId),
      isStranger: ({ epoch, isKnown }) => epoch !== of().epoch || isKnown === false,
      onStranger: () => this.#lost(of()),
      onSilent: () => {
        of().isSilent = true
        this.#enter('lost')
      },
      onHeard: () => {
        of().isSilent = false
        this.#enterWhenHeard(of())
      },
      onHanging: () => {
        // It did not die (its lock is held), so it hangs: leave it where it is and meet under another name.
        this.#nextGeneration(of().generation)
        this.#abandon(of())
      },
    })
  }

  /** Told to the other tabs too, so that all of them meet again in one hub. */
  #nextGeneration(generation: number): void {
    if (this.#page.generation() <= generation) this.#page.raiseGeneration(generation + 1)
  }

  /** Leaves a hub that lives, or may wake up: the goodbye lets it forget us and close its sockets. */
  #abandon(attachment: Attachment): void {
    if (this.#attachment !== attachment) return
    this.#lost(attachment)
  }

  #receive(attachment: Attachment, inbox: BatchInbox, batch: HubBatch): void {
    if (attachment !== this.#attachment) return
    // A hub that was restarted behind our back speaks with another epoch (B5).
    if (attachment.epoch !== null && batch.epoch !== attachment.epoch) {
      this.#lost(attachment)
      return
    }
    attachment.pulse.heard()
    // First of all: what lay in the port while the page stood still is from before.
    this.#view.look()
    inbox.take(batch)
  }

  #inbox(attachment: Attachment): BatchInbox {
    return new BatchInbox({
      nextFrame: (call) => this.#page.nextFrame(call),
      soon: (call) => this.#page.whenIdle(call),
      isListenedTo: () => this.#isListenedTo,
      isBeginning: () => this.#page.isBeginning(),
      isKeyUnpainted: () => this.#page.isKeyUnpainted(),
      pauses: () => this.#page.pauses(),
      afterPause: (call) => this.#page.afterPause(call),
      acknowledge: (seq) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin to name
        attachment.port.postMessage({ ack: seq })
      },
      deliver: (events, view) => {
        if (attachment !== this.#attachment) return
        for (const listener of this.#eventListeners) listener(events)
        attachment.isHeard = true
        this.#enterWhenHeard(attachment)
        this.#view.applied(view)
      },
    })
  }

  #sendWatches(): void {
    if (this.#isAttached) unheard(this.#attachment?.worker.api.watch(this.#tabId, this.#watches.union()))
  }

  /** The page goes, perhaps only to the back-forward cache: a goodbye and a free lock keep it cacheable (B9a). */
  #leave(): void {
    this.#isAway = true
    // Before the goodbye: a page that is cached shows from its first frame on that it is from before.
    this.#view.leave()
    const attachment = this.#attachment
    if (attachment !== null) this.#let(attachment)
    this.#releaseLock?.()
    this.#releaseLock = null
  }

  #return(): void {
    if (!this.#isAway || this.#isDisposed) return
    this.#isAway = false
    this.#enter('lost')
    this.#view.comeBack()
    void this.#attach()
  }

  #inTime<T>(attachment: Attachment, work: PromiseLike<T>, deadlineMs: number): Promise<T> {
    return withDeadline(this.#page, deadlineMs, Promise.race([work, attachment.gone]), hubTooSlow)
  }

  /** The hub of now, or the next one if it comes within the deadline. */
  #whenAttached(deadlineMs: number): Promise<Attachment | null> {
    if (this.#isAttached || this.#life === 'unsupported') return Promise.resolve(this.#attachment)
    return new Promise((resolve) => {
      const done = (attachment: Attachment | null): void => {
        cancel()
        this.#waiters.delete(done)
        resolve(attachment)
      }
      const cancel = this.#page.after(deadlineMs, () => done(null))
      this.#waiters.add(done)
    })
  }
}
