/** Where the live picture of a sentry comes from: asks the device for an uplink, or gets it from the process that has one. */
import { existsSync } from 'node:fs';
import { formatInstant, isRecent, MAX_CLOCK_LEAD, type Millis } from '@picket/domain/time';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertSignal, listChannels } from '../signals/index.ts';
import { listPeers } from './peer-store.ts';
import type { Picture, PictureSource } from './picture.ts';
import { RELAY_HEADER, signRelay } from './relay-auth.ts';
import { receiveRelay } from './relay-receiver.ts';
import { relaySocketOf } from './relay-server.ts';
import { relayPathOf } from './relay-wire.ts';
import { claimUplink, deleteUplink, findUplink, type Period, touchUplink, type UplinkRow } from './uplink-store.ts';

/** Two heartbeats of the process that has it; and how long a device has to connect before it is asked again. */
const STALE_AFTER: Millis = 10_000;
/** Six heartbeats of the process that has a view. */
const VIEW_STALE_AFTER: Millis = 30_000;
/** A device sends this long without being asked again. */
const UPLINK_DURATION: Millis = 60 * 60_000;

/** When a process that has something was seen last, if it has it still; further ahead is the time of a clock that was wrong. */
const freshTimes = (now: Millis, staleAfter: Millis): Period => ({ from: now - staleAfter, to: now + MAX_CLOCK_LEAD });

type SourcePlatform = Pick<Platform, 'db' | 'clock' | 'keys' | 'config' | 'pubSub'>;

export class SourceFinder {
  readonly #platform: SourcePlatform;
  readonly #process: string;

  /** `process`: of this server. */
  constructor(platform: SourcePlatform, process: string) {
    this.#platform = platform;
    this.#process = process;
  }

  /** Finds a source for a picture that somebody wants and that has none. */
  async find(picture: Picture): Promise<void> {
    const { clock } = this.#platform;
    const { tenant, sentry } = picture;
    const { console: sql } = this.#platform.db.ofTenant(tenant);
    const row = await findUplink(sql, tenant, sentry);
    const now = clock.now();
    if (picture.source !== null) return;
    const isFresh = row !== null && isRecent(row.seenAt.getTime(), now, STALE_AFTER);
    if (isFresh && row.address !== '' && row.process !== this.#process) this.#pipe(picture, row);
    else if (!isFresh || (row.address !== '' && row.process === this.#process)) await this.#ask(picture, now);
    const [channel] = await listChannels(sql, tenant, [sentry], clock.now());
    if (picture.feed.format === null) picture.notifyState(channel === undefined ? 'OFFLINE' : 'STARTING');
  }

  /** The uplink is here: other processes may know. Ends it where a newer one has replaced it. */
  async keep({ tenant, sentry }: Picture, source: PictureSource): Promise<void> {
    const mine = { session: source.session, process: this.#process };
    const { clock } = this.#platform;
    const { console: sql } = this.#platform.db.ofTenant(tenant);
    if (!(await touchUplink(sql, tenant, sentry, mine, clock.now()))) source.end('REPLACED', true);
    const peers = await listPeers(sql, tenant, sentry, freshTimes(clock.now(), VIEW_STALE_AFTER));
    if (peers.length > 0) source.confirmPeers(peers);
  }

  /** Nobody looks: the device is to stop. */
  async stop(picture: Picture): Promise<void> {
    const { clock, pubSub } = this.#platform;
    const { tenant, sentry } = picture;
    const session = picture.source?.session ?? picture.asked?.session;
    const { source } = picture;
    if (session !== undefined && source?.kind !== 'PIPE') {
      await this.#platform.db.ofTenant(tenant).inSqlTx(async (sql) => {
        if (!(await deleteUplink(sql, tenant, sentry, { session, process: this.#process }))) return;
        const at = clock.now();
        await insertSignal(sql, tenant, sentry, { kind: 'STOP', session }, { at, expiresAt: at + STALE_AFTER });
      });
      pubSub.notify();
    }
    // Last: an uplink that ends releases its row.
    source?.end('STOP', true);
  }

  /** The uplink that was here is lost, so that any process may ask for another at once. */
  async release({ tenant, sentry }: Picture, session: string): Promise<void> {
    await deleteUplink(this.#platform.db.ofTenant(tenant).console, tenant, sentry, { session, process: this.#process });
    this.#platform.pubSub.notify();
  }

  async #ask(picture: Picture, now: Millis): Promise<void> {
    const { pubSub } = this.#platform;
    const { tenant, sentry } = picture;
    const session = newGuid();
    const until = now + UPLINK_DURATION;
    const isAsked = await this.#platform.db.ofTenant(tenant).inSqlTx(async (sql) => {
      const claim = { session, process: this.#process };
      if (!(await claimUplink(sql, tenant, sentry, claim, now, freshTimes(now, STALE_AFTER)))) return false;
      const request = { session, uplink: `/api/v1/sentry/live/${session}`, until: formatInstant(until) };
      await insertSignal(sql, tenant, sentry, { kind: 'LOOK', ...request }, { at: now, expiresAt: now + STALE_AFTER });
      return true;
    });
    if (!isAsked) return;
    picture.asked = { session, until };
    pubSub.notify();
  }

  #pipe(picture: Picture, { session, process, address }: UplinkRow): void {
    const { config, keys, clock } = this.#platform;
    const path = relayPathOf({ tenant: picture.tenant, sentry: picture.sentry, session });
    const local = relaySocketOf(config.dataDir, process);
    const isLocal = existsSync(local);
    // This machine has the uplink no more, or the other one cannot be reached.
    if (!isLocal && (address === config.relayUrl || !/^wss?:/u.test(address))) return;
    const source = receiveRelay(
      picture.feed,
      {
        address: isLocal ? `ws+unix:${local}:${path}` : `${address}/api/v1${path}`,
        session,
        headers: { [RELAY_HEADER]: signRelay(keys, path, clock.now()) },
      },
      { onEnd: () => picture.disconnect(source) },
    );
    picture.connect(source);
  }
}
