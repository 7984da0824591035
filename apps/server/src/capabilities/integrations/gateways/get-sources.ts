import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { assertTokenValid } from '../../sentries/index.ts';
import { devicesOf } from '../discovered-store.ts';
import { decryptSettings } from '../integration-settings.ts';
import { requestedTests } from './gateway-test-store.ts';
import { listReadBy, type ReadRow } from './reader-store.ts';
import { TEST_DEADLINE_MS } from './request-source-test.ts';

type Sources = ResponseOf<'GET /sentry/sources'>['sources'];

/** What the gateway of this token reads and is to try, with its secrets: of another one nothing. */
export async function getSources(ctx: Ctx<SentryActor>): Promise<ResponseOf<'GET /sentry/sources'>> {
  const { tenant, guid } = ctx.actor;
  return ctx.db.inTx(async ({ sql }) => {
    // A token that was revoked a moment ago gets no secret.
    await assertTokenValid(sql, ctx.actor);
    const since = new Date(ctx.clock.now() - TEST_DEADLINE_MS);
    const tests = (await requestedTests(sql, tenant, guid, since)).flatMap((test) => {
      const settings = decryptSettings(ctx, test.guid, test.settings);
      return settings === null ? [] : [{ test: test.guid, settings }];
    });
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
    return { sources, ...(tests.length === 0 ? {} : { tests }) };
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
