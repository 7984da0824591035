import { isDeepStrictEqual } from 'node:util';
import type { SourceSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { nextVersion } from '../../platform/http/preconditions.ts';
import { parseResourceName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { allowedHosts } from '../notifications/index.ts';
import { setReportInterval } from '../sentries/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { usualIntervalFor } from './discovered-device.ts';
import { deleteDevices, devicesOf, setUsualInterval } from './discovered-store.ts';
import { ANY_HOST, assertGateway, assertTaken, checkReadable } from './gateways/choose-reader.ts';
import { hostedBrokersOf } from './hosted/hosted-store.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import { decryptSettings, encryptSettings } from './integration-settings.ts';
import { findIntegration, type IntegrationRow, updateIntegration } from './integration-store.ts';
import { toIntegration } from './list-integrations.ts';
import { sentriesOf } from './mapping-store.ts';
import { changeSettings, sourceOf } from './source-kinds.ts';

type Patch = ParsedBody<'PATCH /integrations/{guid}'>;

const SECRETS = ['password', 'token', 'community', 'privacyPassword'] as const;

/**
 * Changes an integration; it is connected again where its settings are other ones.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function changeIntegration(
  ctx: Ctx<UserActor>,
  guid: string,
  patch: Patch,
  ports: IntegrationPorts,
  check: (current: ResponseOf<'PATCH /integrations/{guid}'>) => void,
): Promise<ResponseOf<'PATCH /integrations/{guid}'>> {
  const { tenant } = ctx.actor;
  const allowed = await allowedHosts(ctx, tenant, null);
  const changed = await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const row = await findIntegration(tx.sql, tenant, guid);
    if (row === null) throw new AppError('notFound');
    const hosted = (await hostedBrokersOf(tx.sql, tenant, guid)).get(guid) ?? null;
    check(toIntegration(ctx, row, { hosted }));
    const before = decryptSettings(ctx, guid, row.settings);
    const settings = changeSettings(row.kind, before, patch);
    const reader = patch.readBy === undefined ? row.reader : patch.readBy;
    const hasOtherReader = reader !== row.reader;
    checkReadable(settings, reader);
    if (hasOtherReader) {
      await assertGateway(tx, tenant, reader);
      await assertTaken(tx, tenant, row);
    }
    if (hasOtherReader || patch.address !== undefined || patch.host !== undefined || patch.port !== undefined)
      sourceOf(settings).checkAddress(reader === null ? allowed : ANY_HOST);
    const name = patch.name === undefined ? row.name : parseResourceName(patch.name).name;
    const enabled = patch.enabled ?? row.enabled;
    const isSame = isDeepStrictEqual(before, settings);
    const next = {
      name,
      enabled,
      reader,
      settings: isSame ? row.settings : encryptSettings(ctx, guid, settings),
      lastUpdateTs: nextVersion(ctx.clock.now(), row.lastUpdateTs),
    };
    await updateIntegration(tx.sql, tenant, guid, next);
    if (isElsewhere(before, settings)) await forgetDiscovered(tx, tenant, guid);
    await changeIntervals(ctx, tx, { guid, at: next.lastUpdateTs }, [before, settings], ports);
    if (enabled !== row.enabled || hasOtherReader) await watchChanged(ctx, tx, row, enabled, ports);
    await audit(ctx, tx, {
      action: 'INTEGRATION_CHANGED',
      target: { kind: 'integration', guid, name },
      ...difference(shown(row, before), {
        ...shown(next, settings),
        ...(SECRETS.some((field) => patch[field] !== undefined) ? { passwordChanged: true } : {}),
      }),
    });
    return { ...row, ...next, before: row.reader, hosted };
  });
  ctx.pubSub.notify();
  const isSameConnection = changed.enabled && changed.reader === changed.before;
  const shownRow = isSameConnection ? changed : { ...changed, connectedAt: null, problem: null };
  return toIntegration(ctx, shownRow, { hosted: changed.hosted });
}

/** What was announced elsewhere and is neither adopted nor ignored. */
async function forgetDiscovered({ sql }: Tx, tenant: string, guid: string): Promise<void> {
  const devices = (await devicesOf(sql, tenant, guid)).filter(
    ({ sentry, ignoredBy }) => sentry === null && ignoredBy === null,
  );
  await deleteDevices(
    sql,
    tenant,
    devices.map((device) => device.guid),
  );
}

/** A sentry whose interval nobody chose is expected as often as its source is asked now. `at`: when the integration is changed. */
async function changeIntervals(
  { actor: { tenant } }: Ctx<UserActor>,
  tx: Tx,
  { guid, at }: { readonly guid: string; readonly at: Date },
  [before, after]: readonly [SourceSettings | null, SourceSettings],
  { sensors }: IntegrationPorts,
): Promise<void> {
  const seconds = pollSecondsOf(after);
  if (seconds === null || before === null || seconds === pollSecondsOf(before)) return;
  const interval = usualIntervalFor([seconds]);
  const sentries = await setUsualInterval(tx.sql, tenant, guid, interval);
  if (sentries.length === 0) return;
  await setReportInterval(tx.sql, tenant, sentries, interval, at);
  await sensors.configChanged(tx, { tenant, sentries });
}

const pollSecondsOf = (settings: SourceSettings): number | null =>
  'pollSeconds' in settings ? settings.pollSeconds : null;

/** Whether other devices are found with these settings. */
function isElsewhere(before: SourceSettings | null, after: SourceSettings): boolean {
  return !isDeepStrictEqual(before === null ? {} : placeOf(before), placeOf(after));
}

/** Without how often it is asked, and without what is found at a broker besides. */
function placeOf(settings: SourceSettings): object {
  const { pollSeconds: _poll, topicValues: _values, exportsSentries: _exports, ...place } = sourceOf(settings).shown;
  return place;
}

const shown = (
  { name, enabled, reader }: Pick<IntegrationRow, 'name' | 'enabled' | 'reader'>,
  settings: SourceSettings | null,
) => ({
  name,
  enabled,
  readBy: reader,
  user: settings?.user ?? null,
  ...(settings === null ? {} : sourceOf(settings).shown),
});

/** The gateway of one that is off is not watched for silence; once it is on again, silence counts from now. */
async function watchChanged(
  { actor: { tenant } }: Ctx<UserActor>,
  tx: Tx,
  { guid, gateway, location }: IntegrationRow,
  enabled: boolean,
  { onSentryChanged, sensors }: IntegrationPorts,
): Promise<void> {
  if (enabled) await onSentryChanged(tx, { tenant, location, sentry: gateway, change: 'ACTIVATED' });
  const sentries = (await sentriesOf(tx.sql, tenant, guid)).map((sentry) => sentry.guid);
  await sensors.configChanged(tx, { tenant, sentries });
}
