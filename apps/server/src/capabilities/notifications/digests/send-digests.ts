/** Scheduled digests: the locations of a user over the last day or week. */
import { channelTraits } from '@picket/domain/channels';
import { UNITS } from '@picket/domain/metric-units';
import { columnOf } from '@picket/domain/metrics';
import { type Digest, digestSpan } from '@picket/domain/notification-preferences';
import { isLocationViewer } from '@picket/domain/permissions';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isMailConfigured } from '../../mail/index.ts';
import { findTenantName } from '../../tenants/index.ts';
import { FIVE_MINUTES, listSeries, queryBuckets } from '../../timeseries/index.ts';
import type { DigestLocation, MessageContent } from '../messages/message-content.ts';
import { renderMessage } from '../messages/render-message.ts';
import { insertMessages, type NewMessage } from '../outbox/message-store.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import type { Recipient, Route } from '../recipients/recipients.ts';
import {
  claimDigest,
  isDigestDelivered,
  listDigestLocations,
  listSentryNames,
  sumAlerts,
  tenantsWithDigests,
} from './digest-store.ts';
import { lastDue } from './due-digest.ts';

const MAX_LOCATIONS = 60;
const MAX_SERIES = 12;

/** Sends the digests that are due; returns how many. One that fails keeps none of the others back, and is tried again. */
export async function sendDigests(platform: Platform): Promise<number> {
  const { db, log, pubSub } = platform;
  let count = 0;
  for (const tenant of await tenantsWithDigests(db.console))
    try {
      for (const recipient of (await listRecipients(db.console, [tenant])).get(tenant) ?? [])
        if (await sendDigest(platform, recipient).catch(logFailure(log, { tenant, owner: recipient.owner })))
          count += 1;
    } catch (error) {
      logFailure(log, { tenant })(error);
    }
  if (count > 0) pubSub.notify();
  return count;
}

const logFailure =
  (log: Platform['log'], whose: object) =>
  (error: unknown): false => {
    log.error({ err: error, ...whose }, 'a digest could not be made');
    return false;
  };

/** False where none is due, or another server was faster. */
async function sendDigest(platform: Platform, recipient: Recipient): Promise<boolean> {
  const { db, clock } = platform;
  const { tenant, owner, preferences } = recipient;
  const { digest } = preferences;
  const due = digest === null ? null : lastDue(digest, clock.now());
  if (digest === null || due === null) return false;
  const route = chooseRoute(recipient, isMailConfigured(platform));
  if (route === null) return false;
  if (await isDigestDelivered(db.console, tenant, owner, due)) return false;
  const tenantName = (await findTenantName(db.console, tenant)) ?? '';
  const message = await buildDigest(db.console, recipient, { route, digest, due, tenantName });
  return db.inTx(async ({ sql }) => {
    if (!(await claimDigest(sql, tenant, owner, due))) return false;
    await insertMessages(sql, [message], due);
    return true;
  });
}

/** Digests go by e-mail where that is set up, else to the first other destination. */
const chooseRoute = ({ routes }: Recipient, mail: boolean): Route | null =>
  routes.find(({ channel }) => channelTraits(channel).isMail && mail) ??
  routes.find(({ channel }) => !channelTraits(channel).isMail) ??
  null;

async function buildDigest(
  sql: Sql,
  recipient: Recipient,
  {
    route,
    digest,
    due,
    tenantName,
  }: {
    readonly route: Route;
    readonly digest: Digest;
    readonly due: Millis;
    readonly tenantName: string;
  },
): Promise<NewMessage> {
  const { from, to } = digestSpan(digest, due);
  // A digest is for those as well who are notified of no alert.
  const { locations: chosen } = recipient.preferences;
  const visible = (await listDigestLocations(sql, recipient.tenant)).filter(
    ({ guid }) => isLocationViewer(recipient.permissions, guid) && (chosen === 'all' || chosen.includes(guid)),
  );
  const locations: DigestLocation[] = [];
  for (const row of visible.slice(0, MAX_LOCATIONS))
    locations.push({ ...row, ...(await summarizeLocation(sql, recipient.tenant, row.guid, from, to)) });
  const content: MessageContent = {
    kind: 'DIGEST',
    language: recipient.language,
    useCelsius: recipient.useCelsius,
    timeFormat: recipient.timeFormat,
    tenantName,
    at: due,
    items: [],
    digest: { from, to, timezone: digest.timezone, locations, moreLocations: visible.length - locations.length },
  };
  return {
    guid: newGuid(),
    tenant: recipient.tenant,
    owner: recipient.owner,
    ownerName: recipient.name,
    destination: route.destination,
    channel: route.channel,
    kind: 'DIGEST',
    location: null,
    severity: -1,
    title: renderMessage(content).title,
    content,
  };
}

/** Minimum, maximum and mean of each series, how long something was out of range, and how long nothing was received. */
async function summarizeLocation(
  sql: Sql,
  tenant: string,
  location: string,
  from: Millis,
  to: Millis,
): Promise<Omit<DigestLocation, 'guid' | 'name' | 'timezone'>> {
  const names = await listSentryNames(sql, tenant, location);
  const series = (await listSeries(sql, tenant, location, {}, null)).filter(({ sensorMetricId, column }) => {
    const unit = columnOf(sensorMetricId, column)?.unit;
    return unit !== undefined && UNITS[unit].isSummarized;
  });
  const buckets = await queryBuckets(
    sql,
    tenant,
    series.map(({ id }) => id),
    from,
    to,
    FIVE_MINUTES,
  );
  const received = new Set([...buckets.values()].flatMap((all) => all.map(({ at }) => at)));
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
  const gapSeconds = series.length === 0 ? 0 : ((slots - received.size) * FIVE_MINUTES) / 1000;
  return { ...(await sumAlerts(sql, tenant, location, from, to)), gapSeconds, series: rows.slice(0, MAX_SERIES) };
}
