/** Scheduled summaries: what the places of somebody were like yesterday, or last week. */
import { chose, columnOf, type Digest, digestSpan, isLocationViewer, type Millis, nextDigest } from '@picket/domain';
import { newGuid, type Platform, type Sql } from '../../platform/index.ts';
import { FIVE_MINUTES, listSeries, queryBuckets } from '../readings/index.ts';
import { alertSums, isMade, placesOf, sentryNames, takeDigest, tenantsWithDigests } from './digest-store.ts';
import { listenersOf } from './listener-store.ts';
import type { Listener, Way } from './listeners.ts';
import type { DigestPlace, MessageContent } from './message-content.ts';
import { insertMessages, type NewMessage } from './message-store.ts';
import { wordsFor } from './message-words.ts';

/** A summary that was due while nothing ran is still made for so long. */
const LATE_LIMIT: Millis = 6 * 3_600_000;
const LOOK_BACK: Readonly<Record<Digest['rhythm'], Millis>> = { DAILY: 2 * 86_400_000, WEEKLY: 8 * 86_400_000 };
const MOST_PLACES = 60;
const MOST_SERIES = 12;

/** The last time a summary was due at or before `now`, or null where that is too long ago. */
export function lastDue(digest: Digest, now: Millis): Millis | null {
  let last: Millis | null = null;
  for (let due = nextDigest(digest, now - LOOK_BACK[digest.rhythm]); due <= now; due = nextDigest(digest, due))
    last = due;
  return last !== null && now - last <= LATE_LIMIT ? last : null;
}

/** Makes the summaries that are due; answers how many. */
export async function sendDigests(platform: Platform): Promise<number> {
  const { db, clock, config, pubSub } = platform;
  let count = 0;
  for (const tenant of await tenantsWithDigests(db.console)) {
    const listeners = (await listenersOf(db.console, [tenant])).get(tenant) ?? [];
    for (const listener of listeners) {
      const { digest } = listener.preferences;
      const due = digest === null ? null : lastDue(digest, clock.now());
      if (digest === null || due === null) continue;
      const way = wayFor(listener, config.mail !== null);
      if (way === null) continue;
      if (await isMade(db.console, listener.owner, due)) continue;
      const tenantName = await nameOf(platform, tenant);
      const message = await digestMessage(db.console, listener, { way, digest, due, tenantName });
      const made = await db.inTx(async ({ sql }) => {
        // Another server may have been faster.
        if (!(await takeDigest(sql, listener.owner, due))) return false;
        await insertMessages(sql, [message], due);
        return true;
      });
      if (made) count += 1;
    }
  }
  if (count > 0) pubSub.notify();
  return count;
}

async function nameOf({ db }: Platform, tenant: string): Promise<string> {
  return (await db.prisma.tenant.findUnique({ where: { guid: tenant }, select: { name: true } }))?.name ?? '';
}

/** Summaries are read, not heard: by e-mail where there is one, else where they have asked for something to be told. */
const wayFor = ({ ways }: Listener, mail: boolean): Way | null =>
  ways.find(({ channel }) => channel === 'EMAIL' && mail) ?? ways.find(({ channel }) => channel !== 'EMAIL') ?? null;

async function digestMessage(
  sql: Sql,
  listener: Listener,
  {
    way,
    digest,
    due,
    tenantName,
  }: {
    readonly way: Way;
    readonly digest: Digest;
    readonly due: Millis;
    readonly tenantName: string;
  },
): Promise<NewMessage> {
  const { from, to } = digestSpan(digest, due);
  const places = (await placesOf(sql, listener.tenant, MOST_PLACES)).filter(
    ({ guid }) =>
      isLocationViewer(listener.permissions, guid) &&
      chose(listener.preferences, { kind: 'POLICY', severity: 999, location: guid }, way.channel),
  );
  const locations: DigestPlace[] = [];
  for (const place of places) locations.push({ ...place, ...(await sumsOf(sql, place.guid, from, to)) });
  const content: MessageContent = {
    kind: 'DIGEST',
    language: listener.preferences.language,
    useCelsius: listener.useCelsius,
    tenantName,
    at: due,
    items: [],
    digest: { from, to, timezone: digest.timezone, locations },
  };
  return {
    guid: newGuid(),
    tenant: listener.tenant,
    owner: listener.owner,
    ownerName: listener.name,
    destination: way.destination,
    channel: way.channel,
    kind: 'DIGEST',
    location: null,
    severity: -1,
    title: wordsFor(content).title,
    content,
  };
}

/** Least, most and mean of what is measured there, how long something was out of range, and how long nothing was heard. */
async function sumsOf(
  sql: Sql,
  location: string,
  from: Millis,
  to: Millis,
): Promise<Omit<DigestPlace, 'guid' | 'name' | 'timezone'>> {
  const names = await sentryNames(sql, location);
  const series = (await listSeries(sql, location, {})).filter(({ sensorMetricId, column }) => {
    const unit = columnOf(sensorMetricId, column)?.unit;
    return unit !== undefined && unit !== 'state' && unit !== 'count' && unit !== 'devices' && unit !== 'min';
  });
  const buckets = await queryBuckets(
    sql,
    series.map(({ id }) => id),
    from,
    to,
    FIVE_MINUTES,
  );
  const heard = new Set([...buckets.values()].flatMap((all) => all.map(({ at }) => at)));
  const rows = series.flatMap(({ id, sentry, sensorMetricId, column }) => {
    const all = buckets.get(id) ?? [];
    const count = all.reduce((sum, bucket) => sum + bucket.count, 0);
    if (count === 0) return [];
    return [
      {
        sentry: names.get(sentry) ?? '',
        sensorMetricId,
        column,
        min: Math.min(...all.map(({ min }) => min)),
        max: Math.max(...all.map(({ max }) => max)),
        mean: all.reduce((sum, bucket) => sum + bucket.sum, 0) / count,
      },
    ];
  });
  const slots = Math.round((to - from) / FIVE_MINUTES);
  const gapSeconds = series.length === 0 ? 0 : ((slots - heard.size) * FIVE_MINUTES) / 1000;
  return { ...(await alertSums(sql, location, from, to)), gapSeconds, series: rows.slice(0, MOST_SERIES) };
}
