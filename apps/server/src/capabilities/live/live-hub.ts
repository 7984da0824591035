/**
 * The live pictures of this process: who looks at which sentry, and where each picture comes from. A loop checks twice a second, and at
 * notifications, whether everybody may still look, and that each picture somebody looks at has a source.
 */
import type { WebSocket } from 'ws';
import type { SentryActor } from '../../platform/http/actor.ts';
import { CLOSE_CODES, type Socket } from '../../platform/http/sockets.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DeviceSignalIn } from '../signals/index.ts';
import { checkLeases, notifyWatchers } from './check-leases.ts';
import { endView, endViewsOfSentry } from './end-view.ts';
import { SourceFinder } from './find-source.ts';
import { type LiveEndReason, type LiveViewRow, setTransport, touchLiveViewsAllTenants } from './live-view-store.ts';
import { Uplink } from './open-uplink.ts';
import { parseAnswer, passOnAnswer } from './pass-on-answer.ts';
import { Picture, type PictureSource } from './picture.ts';
import { sendRelay } from './relay-sender.ts';
import { openRelayServer, type RelayServer } from './relay-server.ts';
import type { RelayPath } from './relay-wire.ts';
import { findUplink } from './uplink-store.ts';
import { Viewer } from './viewer.ts';

const CHECK_INTERVAL_MS = 500;
/** Notifications within this time are one. */
const MIN_PAUSE_MS = 100;
const HEARTBEAT_MS = 5000;
/** The device sends this long after the last viewer left: somebody may look again. */
const IDLE_MS = 10_000;

export class LiveHub {
  readonly #platform: Platform;
  readonly #process = newGuid();
  readonly #pictures = new Map<string, Picture>();
  readonly #finder: SourceFinder;
  /** Resolves when the views that have ended are recorded. */
  #recorded: Promise<void> = Promise.resolve();
  #relay: RelayServer | null = null;
  #timer: NodeJS.Timeout | null = null;
  #stopNotify: () => void = () => {};
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isClosed = false;
  #touchedAt = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#finder = new SourceFinder(platform, this.#process);
  }

  /** Whether one more viewer would be more than this process sends. */
  get isFull(): boolean {
    let bytes = 125_000;
    for (const { feed, viewers, pipes } of this.#pictures.values()) {
      const receiving = [...viewers].filter(({ isDirect }) => !isDirect).length;
      bytes += feed.bytesPerSecond * (receiving + pipes);
    }
    return bytes * 8 > this.#platform.config.liveMbit * 1_000_000;
  }

  /** Whether the picture of a sentry is live here now. */
  isLive(sentry: string): boolean {
    return (this.#pictures.get(sentry)?.feed.format ?? null) !== null;
  }

  /** Other processes get pictures from here; of other machines as well, where the settings say how. */
  openRelay(): RelayServer {
    this.#relay ??= openRelayServer(this.#platform, this.#process, ({ tenant, sentry, session }) => {
      const picture = this.#pictures.get(sentry);
      const isHere =
        picture?.tenant === tenant && picture.source?.kind === 'UPLINK' && picture.source.session === session;
      return isHere ? picture : null;
    });
    return this.#relay;
  }

  /** A process of another machine receives a picture from here, wherever on this machine its uplink is. */
  passOn({ tenant, sentry }: RelayPath, socket: WebSocket): void {
    sendRelay(this.pictureOf(tenant, sentry), socket);
    this.wake();
  }

  join(view: LiveViewRow, socket: Socket): void {
    const picture = this.pictureOf(view.tenant, view.sentry);
    const { clock, config, db, log } = this.#platform;
    const logFailure = (error: unknown): void => log.warn({ err: error }, 'recording a live view failed');
    let unsubscribe = (): void => {};
    const viewer = new Viewer(view, socket, clock.now(), config.downloadTimeoutMs, {
      onTransport: (transport) => {
        picture.updateRequests();
        // Its player begins again.
        if (viewer.wantsVideo) picture.feed.begin(viewer);
        setTransport(db.console, view.tenant, view.guid, transport).catch(logFailure);
      },
      onEnd: (reason) => {
        unsubscribe();
        picture.viewers.delete(viewer);
        picture.updateRequests();
        const recorded = this.#isClosed ? 'SERVER_STOPPED' : reason;
        // One after the other: a hundred at once would wait for each other at the audit log, with every connection of the database.
        this.#recorded = this.#recorded.then(() =>
          endView(this.#platform, view.tenant, view.guid, recorded).catch(logFailure),
        );
      },
    });
    socket.onText((text) => viewer.receive(text, clock.now()));
    picture.viewers.add(viewer);
    viewer.notifyState(picture.feed.format === null ? 'STARTING' : 'LIVE');
    unsubscribe = picture.feed.subscribe(viewer);
    this.wake();
  }

  /** A device has connected for a session that `takeUplink` has given to this process. */
  connect({ tenant, guid: sentry }: SentryActor, session: string, socket: Socket): void {
    const picture = this.pictureOf(tenant, sentry);
    const source: PictureSource = {
      kind: 'UPLINK',
      session,
      requestStills: (isWanted) => socket.send(JSON.stringify({ kind: 'stills', isWanted })),
      requestVideo: (isWanted) => socket.send(JSON.stringify({ kind: 'video', isWanted })),
      confirmPeers: (peers) => socket.send(JSON.stringify({ kind: 'peers', peers })),
      end: (reason, isFinal) => socket.end(isFinal ? CLOSE_CODES.done : CLOSE_CODES.goingAway, reason),
    };
    picture.connect(source);
    new Uplink(picture.feed, socket, () => this.#platform.clock.now(), {
      onRefused: (reason) => this.#endViews(tenant, sentry, reason),
    });
    socket.onClose(() => {
      if (!picture.disconnect(source) || this.#isClosed) return;
      this.#finder.release(picture, session).catch((error: unknown) => this.#logFailure(error));
    });
    this.wake();
  }

  /** The picture of a sentry, made where it is asked for the first time. */
  pictureOf(tenant: string, sentry: string): Picture {
    const known = this.#pictures.get(sentry);
    if (known !== undefined) return known;
    const picture = new Picture(tenant, sentry);
    this.#pictures.set(sentry, picture);
    this.#start();
    return picture;
  }

  /** What a device answers to LOOK, and to the page of a viewer. */
  async receive(sentry: SentryActor, signal: Exclude<DeviceSignalIn, { kind: 'NO_CLIP' }>): Promise<void> {
    if (signal.kind !== 'REFUSED') return passOnAnswer(this.#platform, sentry, signal);
    const row = await findUplink(this.#platform.db.ofTenant(sentry.tenant).console, sentry.tenant, sentry.guid);
    // One that is late is about a session that is over.
    if (row?.session === signal.session)
      this.#endViews(sentry.tenant, sentry.guid, signal.reason === 'OFF' ? 'CAMERA_OFF' : 'REFUSED');
  }

  wake(): void {
    if (this.#isClosed || this.#pictures.size === 0) return;
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#stopNotify();
    await this.#running;
    const viewers = [...this.#pictures.values()].flatMap((picture) => [...picture.viewers]);
    for (const picture of this.#pictures.values()) {
      picture.endViewers('SERVER_STOPPED');
      // It connects to another process.
      picture.source?.end('SERVER_STOPPED', false);
    }
    this.#relay?.close();
    await Promise.all(viewers.map(({ closed }) => closed));
    await this.#recorded;
  }

  #endViews(tenant: string, sentry: string, reason: LiveEndReason): void {
    // Those here at once.
    this.#pictures.get(sentry)?.endViewers(reason);
    endViewsOfSentry(this.#platform, tenant, sentry, reason).catch((error: unknown) => this.#logFailure(error));
  }

  /** Nothing runs in a process where nobody has looked yet. */
  #start(): void {
    if (this.#timer !== null || this.#isClosed) return;
    this.#timer = setInterval(() => this.wake(), CHECK_INTERVAL_MS);
    this.#timer.unref();
    const { pubSub } = this.#platform;
    const stops = [pubSub.onNotify(() => this.wake()), pubSub.subscribe('live', (message) => this.#deliver(message))];
    this.#stopNotify = () => {
      for (const stop of stops) stop();
    };
  }

  /** Where the view is here. */
  #deliver(message: string): void {
    const answered = parseAnswer(message);
    for (const { viewers } of this.#pictures.values())
      for (const viewer of viewers) if (viewer.view.guid === answered?.view) viewer.notifySignal(answered.signal);
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      await this.#check().catch((error: unknown) => this.#logFailure(error));
      if (this.#isWanted) await new Promise((resolve) => setTimeout(resolve, MIN_PAUSE_MS));
    }
    this.#running = null;
  }

  async #check(): Promise<void> {
    const pictures = [...this.#pictures.values()];
    await checkLeases(this.#platform, pictures);
    await notifyWatchers(this.#platform, pictures);
    const isHeartbeat = performance.now() - this.#touchedAt >= HEARTBEAT_MS;
    if (isHeartbeat) {
      this.#touchedAt = performance.now();
      const views = pictures.flatMap(({ viewers }) =>
        [...viewers].map(({ view, bytes }) => ({ guid: view.guid, bytes })),
      );
      await touchLiveViewsAllTenants(this.#platform.db.console, views, this.#platform.clock.now());
    }
    for (const picture of pictures) await this.#keepSource(picture, isHeartbeat);
  }

  async #keepSource(picture: Picture, isHeartbeat: boolean): Promise<void> {
    const now = performance.now();
    picture.updateRequests();
    if (!picture.isWanted) {
      picture.idleSince ??= now;
      if (now - picture.idleSince < IDLE_MS) return;
      this.#pictures.delete(picture.sentry);
      await this.#finder.stop(picture);
      return;
    }
    picture.idleSince = null;
    if (picture.source === null) await this.#finder.find(picture);
    else if (picture.source.kind === 'UPLINK' && isHeartbeat) await this.#finder.keep(picture, picture.source);
  }

  #logFailure(error: unknown): void {
    this.#platform.log.warn({ err: error }, 'live pictures could not be checked, retrying');
  }

  /** Of this process, as others find it. */
  get process(): string {
    return this.#process;
  }
}
