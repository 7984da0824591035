/** Sends a test to a destination. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { cleanText } from '@picket/domain/text';
import type { Reader } from '../../../locales/reader-formats.ts';
import { textsIn } from '../../../locales/server-texts.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { linkBase } from '../../../platform/settings/installation-settings.ts';
import { audit } from '../../audit/index.ts';
import { findTenantName } from '../../tenants/index.ts';
import { currentUser } from '../../users/index.ts';
import type { SendResult } from '../channels/channel.ts';
import { findPreferences } from '../recipients/preference-store.ts';
import { parsePreferences, readingPreferences } from '../recipients/recipients.ts';
import { recordDelivered, recordFailure } from './destination-health-store.ts';
import type { DestinationRow } from './destination-store.ts';
import { auditTargetOf, getDestination } from './get-destination.ts';
import { sendMailTo, sendTo } from './send-to-destination.ts';

export type TestResult = ResponseOf<'POST /destinations/{guid}/test'>;

/** Sends a test now and says what was answered. A person's own guid stands for their e-mail address. */
export async function testDestination(ctx: Ctx<UserActor>, user: string | null, guid: string): Promise<TestResult> {
  const { tenant, email, name: me } = ctx.actor;
  const isMail = user !== null && guid === user;
  const row = isMail ? null : await getDestination(ctx, user, guid);
  const tenantName = (await findTenantName(ctx.db.console, tenant)) ?? '';
  const reader = await findReader(ctx, user, row);
  const begun = performance.now();
  const startedAt = ctx.clock.now();
  const sent: SendResult = await sendTest(ctx, row, isMail ? email : null, tenantName, reader).catch(
    (error: unknown) => ({
      delivered: false,
      response: error instanceof Error ? error.message : String(error),
    }),
  );
  const milliseconds = Math.round(performance.now() - begun);
  const response = cleanText(sent.response, 300);
  const at = ctx.clock.now();
  await ctx.db.inTx(async (tx) => {
    if (sent.delivered) await recordDelivered(tx.sql, tenant, guid, at);
    else if (sent.isRelayFailure !== true)
      await recordFailure(tx.sql, tenant, guid, response, {
        beganAt: startedAt,
        endedAt: at,
        retryAfter: sent.retryAfter ?? null,
        firstPause: ctx.config.delivery.firstRetryMs,
        chance: Math.random(),
      });
    await audit(ctx, tx, {
      action: 'DESTINATION_TESTED',
      target: row === null ? { kind: 'user', guid, name: email } : auditTargetOf(row),
      after: { delivered: sent.delivered, response, by: me },
    });
  });
  if (!sent.delivered) return { delivered: false, response };
  return {
    ...{ delivered: true, response, milliseconds },
    ...(sent.stages === undefined ? {} : { stages: [...sent.stages] }),
  };
}

/** How the user reads, or those whom a destination of the organization reaches. */
async function findReader(ctx: Ctx<UserActor>, user: string | null, row: DestinationRow | null): Promise<Reader> {
  if (user === null) return readingPreferences(null, parsePreferences(row?.chosen));
  const { preferences } = await currentUser(ctx);
  return readingPreferences(
    preferences,
    parsePreferences((await findPreferences(ctx.db.console, ctx.actor.tenant, user))?.preferences),
  );
}

function sendTest(
  ctx: Ctx<UserActor>,
  row: DestinationRow | null,
  email: string | null,
  tenantName: string,
  reader: Reader,
) {
  const t = textsIn(reader.language);
  const url = `${linkBase(ctx)}/profile/notifications`;
  const outgoing = {
    key: newGuid(),
    now: ctx.clock.now(),
    content: {
      kind: 'ALERTS' as const,
      ...reader,
      tenantName,
      at: ctx.clock.now(),
      items: [],
      digest: null,
    },
    rendered: {
      title: t('messages.testTitle'),
      intro: t('messages.testText', { tenant: tenantName }),
      lines: [],
      more: 0,
      digest: [],
      moreLocations: 0,
      button: t('messages.open'),
      note: t('messages.testNote'),
      severity: null,
    },
    to: { name: ctx.actor.name, email },
    url,
    path: '/profile/notifications',
    actionUrl: null,
    actionToken: null,
    settingsUrl: url,
    replaces: null,
    clips: new Map(),
    pictures: async () => [],
  };
  if (row === null) return sendMailTo(ctx, outgoing);
  return sendTo(ctx, row, outgoing);
}
