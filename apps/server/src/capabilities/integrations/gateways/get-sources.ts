import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { assertTokenValid } from '../../sentries/index.ts';
import { devicesOf } from '../discovered-store.ts';
import { decryptSettings } from '../integration-settings.ts';
import { listReadBy, type ReadRow } from './reader-store.ts';

type Sources = ResponseOf<'GET /sentry/sources'>['sources'];

/** What the gateway of this token reads, with its secrets: of another one nothing. */
export async function getSources(ctx: Ctx<SentryActor>): Promise<ResponseOf<'GET /sentry/sources'>> {
  const { tenant, guid } = ctx.actor;
  return ctx.db.inTx(async ({ sql }) => {
    // A token that was revoked a moment ago gets no secret.
    await assertTokenValid(sql, ctx.actor);
    const sources: Sources = [];
    for (const row of await listReadBy(sql, tenant, guid)) {
      const settings = decryptSettings(ctx, row.guid, row.settings);
      if (settings === null) continue;
      const { subscriptions } = row;
      sources.push({
        integration: row.guid,
        name: row.name,
        settings,
        known: settings.kind === 'MQTT' ? [] : await knownOf(sql, tenant, row),
        ...(subscriptions === null ? {} : { broker: subscriptions }),
      });
    }
    return { sources };
  });
}

/** What was announced of each device: an answer without a value does not mean that there is none. */
async function knownOf(
  sql: Parameters<typeof devicesOf>[0],
  tenant: string,
  { guid }: ReadRow,
): Promise<Sources[number]['known']> {
  const entities = (await devicesOf(sql, tenant, guid)).flatMap((device) => device.entities);
  return [...Map.groupBy(entities, ({ topic }) => topic)].map(([place, own]) => ({
    place,
    entities: own.map(({ announced }) => announced),
  }));
}
