import type { SourceSettings } from '@picket/contracts/connected-settings';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { encryptSettings } from '../integration-settings.ts';
import { assertGateway } from './choose-reader.ts';
import { countTests, deleteTestsBefore, insertTest } from './gateway-test-store.ts';

/** A gateway asks every five seconds, and a test of its own takes up to half a minute. */
export const TEST_DEADLINE_MS: Millis = 45_000;
/** A result is shown for as long. */
const KEPT_MS: Millis = 300_000;
/** Of an organization. */
const MAX_TESTS = 10;
const BUSY_SECONDS = 30;

/** Asks a gateway to try a source. The result is fetched by its guid. Throws a 400 where it is no gateway of the organization. */
export async function requestSourceTest(
  ctx: Ctx<UserActor>,
  settings: SourceSettings,
  reader: string,
): Promise<ResponseOf<'POST /integrations/test'>> {
  const { tenant } = ctx.actor;
  const now = ctx.clock.now();
  const guid = newGuid();
  await ctx.db.inTx(async (tx) => {
    await assertGateway(tx, tenant, reader);
    await deleteTestsBefore(tx.sql, tenant, new Date(now - KEPT_MS));
    if ((await countTests(tx.sql, tenant)) >= MAX_TESTS)
      throw new AppError('rateLimited', { retryAfterSeconds: BUSY_SECONDS });
    const encrypted = encryptSettings(ctx, guid, settings);
    await insertTest(tx.sql, tenant, { guid, reader, settings: encrypted, at: new Date(now) });
  });
  return { connected: false, waiting: guid, topics: [] };
}
