import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation, checkAttributes } from '../locations/index.ts';
import { createCode } from './activation/activation-code.ts';
import { replaceActivationCode } from './activation/activation-store.ts';
import { auditFields, auditTarget } from './sentry-audit.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { insertInstallation, insertSentry, type SentryData, toSentry } from './sentry-store.ts';

const DEFAULT_INTERVAL_SECONDS = 60;

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
      const created = await insertSentry(tx.prisma, tenantGuid, locationGuid, newGuid(), data, code.at);
      await insertInstallation(tx.prisma, tenantGuid, {
        guid: newGuid(),
        sentryGuid: created.guid,
        locationGuid,
        installedAt: code.at,
      });
      await replaceActivationCode(tx.prisma, tenantGuid, created.guid, code);
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
