/** Create, read, change and remove sentries. */
import type { BodyOf, ResponseOf, SentryOut } from '@picket/contracts';
import { formatInstant, visibleLocations } from '@picket/domain';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { hashSecret, newActivationCode, newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { administeredLocation, checkAttributes, visibleLocation } from '../locations/index.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import {
  findSentry,
  insertInstallation,
  insertSentry,
  listSentries,
  markRemoved,
  replaceCode,
  type SentryData,
  type SentryRow,
  toSentry,
  updateSentry,
} from './sentry-store.ts';

const CODE_LIFETIME_MS = 7 * 86_400_000;
const DEFAULT_INTERVAL_SECONDS = 60;

/** Returns the sentry; throws notFound if the user has no access to its location. */
export async function visibleSentry(ctx: Ctx<UserActor>, guid: string): Promise<SentryRow> {
  const row = await findSentry(ctx.db.prisma, ctx.actor.tenant, guid);
  if (row === null) throw new AppError('notFound');
  await visibleLocation(ctx, row.locationGuid);
  return row;
}

/** Like visibleSentry; throws forbidden unless the user administers its location. */
export async function administeredSentry(ctx: Ctx<UserActor>, guid: string): Promise<SentryRow> {
  const row = await visibleSentry(ctx, guid);
  await administeredLocation(ctx, row.locationGuid);
  return row;
}

export async function listVisibleSentries(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined; readonly location?: string | undefined },
): Promise<Page<SentryOut>> {
  const [afterKey, afterGuid] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  const after = afterKey === undefined || afterGuid === undefined ? null : { nameKey: afterKey, guid: afterGuid };
  const visible = visibleLocations(ctx.actor.permissions);
  const { location } = query;
  const asked = location === undefined ? visible : visible === 'all' || visible.includes(location) ? [location] : [];
  const rows = await listSentries(ctx.db.prisma, ctx.actor.tenant, asked, after, query.limit + 1);
  return toPage(rows, query.limit, toSentry, (row) => [row.nameKey, row.guid]);
}

function createCode(now: number) {
  const activationCode = newActivationCode();
  const code = { hash: hashSecret(activationCode), at: new Date(now), expiresAt: new Date(now + CODE_LIFETIME_MS) };
  return { code, shown: { activationCode, expiresAt: formatInstant(now + CODE_LIFETIME_MS) } };
}

/** Adds a sentry to a location and returns the code its device is activated with. */
export async function createSentry(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  input: BodyOf<'POST /locations/{guid}/sentries'>,
  changed: OnSentryChanged,
): Promise<ResponseOf<'POST /locations/{guid}/sentries'>> {
  await administeredLocation(ctx, locationGuid);
  const data: SentryData = {
    ...parseResourceName(input.name),
    serialNumber: input.serialNumber ?? null,
    reportIntervalSeconds: input.reportIntervalSeconds ?? DEFAULT_INTERVAL_SECONDS,
    attributes: checkAttributes(input.attributes ?? {}),
  };
  const now = ctx.clock.now();
  const { code, shown } = createCode(now);
  const tenantGuid = ctx.actor.tenant;
  const row = await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const created = await insertSentry(tx.prisma, { tenantGuid, locationGuid }, newGuid(), data, code.at);
      await insertInstallation(tx.prisma, {
        guid: newGuid(),
        sentryGuid: created.guid,
        locationGuid,
        installedAt: code.at,
      });
      await replaceCode(tx.prisma, created.guid, code);
      await changed(tx, { tenant: tenantGuid, location: locationGuid, sentry: created.guid, change: 'CREATED' });
      const target = auditTarget(created);
      await audit(ctx, tx, {
        action: 'SENTRY_CREATED',
        target,
        after: { ...auditFields(created), location: locationGuid },
      });
      return created;
    }),
  );
  ctx.pubSub.notify();
  return { ...toSentry(row), ...shown };
}

/** A new activation code; the device in use keeps working until the code is used. */
export async function renewActivationCode(ctx: Ctx<UserActor>, guid: string) {
  const row = await administeredSentry(ctx, guid);
  const { code, shown } = createCode(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await replaceCode(tx.prisma, row.guid, code);
    await audit(ctx, tx, { action: 'ACTIVATION_CODE_RENEWED', target: auditTarget(row) });
  });
  return shown;
}

/**
 * A code for another device. The one in use works until the new one is activated; then that one takes over the name, the
 * place, the policies and the history, and its activation shows as a device change in the graphs.
 */
export async function replaceDevice(ctx: Ctx<UserActor>, guid: string) {
  const row = await administeredSentry(ctx, guid);
  if (row.activatedAt === null)
    throw new AppError('conflict', { message: 'No device has been activated yet; there is none to replace' });
  const { code, shown } = createCode(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await replaceCode(tx.prisma, row.guid, code);
    const { model, serialNumber } = row;
    await audit(ctx, tx, { action: 'SENTRY_REPLACED', target: auditTarget(row), before: { model, serialNumber } });
  });
  return shown;
}

const auditTarget = ({ guid, name }: SentryRow) => ({ kind: 'sentry', guid, name });

const auditFields = ({ name, serialNumber, reportIntervalSeconds, attributes }: SentryRow) => ({
  name,
  serialNumber,
  reportIntervalSeconds,
  attributes,
});

export async function changeSentry(
  ctx: Ctx<UserActor>,
  guid: string,
  input: BodyOf<'PATCH /sentries/{guid}'>,
  check: (current: SentryOut) => void,
  changed: OnSentryChanged,
): Promise<SentryOut> {
  const current = await administeredSentry(ctx, guid);
  check(toSentry(current));
  const changes: Partial<SentryData> = {
    ...(input.name === undefined ? {} : parseResourceName(input.name)),
    ...(input.serialNumber === undefined ? {} : { serialNumber: input.serialNumber }),
    ...(input.reportIntervalSeconds === undefined ? {} : { reportIntervalSeconds: input.reportIntervalSeconds }),
    ...(input.attributes === undefined ? {} : { attributes: checkAttributes(input.attributes) }),
  };
  const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      if (!(await updateSentry(tx.prisma, current, changes, at))) throw new AppError('modifiedSince');
      await changed(tx, { tenant: ctx.actor.tenant, location: current.locationGuid, sentry: guid, change: 'UPDATED' });
      const after = await findSentry(tx.prisma, ctx.actor.tenant, guid);
      if (after === null) throw new AppError('notFound');
      await audit(ctx, tx, {
        action: 'SENTRY_CHANGED',
        target: auditTarget(after),
        ...difference(auditFields(current), auditFields(after)),
      });
    }),
  );
  ctx.pubSub.notify();
  return toSentry(await visibleSentry(ctx, guid));
}

/** Removes a sentry: its token and code stop working at once; its history stays. */
export async function removeSentry(
  ctx: Ctx<UserActor>,
  guid: string,
  check: (current: SentryOut) => void,
  changed: OnSentryChanged,
): Promise<void> {
  const current = await administeredSentry(ctx, guid);
  check(toSentry(current));
  await ctx.db.inTx(async (tx) => {
    await markRemoved(tx.prisma, guid, new Date(ctx.clock.now()));
    await changed(tx, { tenant: ctx.actor.tenant, location: current.locationGuid, sentry: guid, change: 'REMOVED' });
    await audit(ctx, tx, { action: 'SENTRY_REMOVED', target: auditTarget(current), before: auditFields(current) });
  });
  ctx.pubSub.notify();
  ctx.pubSub.publish('sentries', '');
}
