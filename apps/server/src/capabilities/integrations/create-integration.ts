import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { phrase } from '@picket/domain/phrases';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import { allowedHosts } from '../notifications/index.ts';
import { addSentryWithoutDevice } from '../sentries/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { ANY_HOST, assertGateway, checkReadable } from './gateways/choose-reader.ts';
import { brokerAddress, newPassword, newUserName } from './hosted/hosted-credentials.ts';
import { hostedBrokersOf, insertHosted } from './hosted/hosted-store.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import { encryptSettings } from './integration-settings.ts';
import { findIntegration, insertIntegration, listIntegrationRows } from './integration-store.ts';
import { toIntegration } from './list-integrations.ts';
import { readSourceBody, sourceOf } from './source-kinds.ts';
import { newHook } from './webhook/hook-address.ts';
import { setHookToken } from './webhook/hook-store.ts';

const MAX_INTEGRATIONS = 20;
const GATEWAY_INTERVAL_SECONDS = 60;

/**
 * Adds a source, with the sentry that stands for it at its location. It is connected by the process that is the leader; a webhook is called
 * at any of them.
 */
export async function createIntegration(
  ctx: Ctx<UserActor>,
  body: ParsedBody<'POST /integrations'>,
  { onSentryChanged }: IntegrationPorts,
): Promise<ResponseOf<'POST /integrations'>> {
  await administeredLocation(ctx, body.location);
  const { tenant } = ctx.actor;
  const settings = readSourceBody(body);
  const source = sourceOf(settings);
  const reader = 'readBy' in body ? (body.readBy ?? null) : null;
  checkReadable(settings, reader);
  source.checkAddress(reader === null ? await allowedHosts(ctx, tenant, null) : ANY_HOST);
  const guid = newGuid();
  const hook = settings.kind === 'WEBHOOK' ? newHook(ctx) : null;
  const account = settings.kind === 'BROKER' ? newAccount(ctx) : null;
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    if ((await listIntegrationRows(tx.sql, tenant)).length >= MAX_INTEGRATIONS)
      throw new AppError('conflict', {
        message: phrase('There are {limit} integrations already; remove one first', { limit: MAX_INTEGRATIONS }),
      });
    await assertGateway(tx, tenant, reader);
    const gateway = await addSentryWithoutDevice(
      ctx,
      tx,
      {
        kind: 'GATEWAY',
        location: body.location,
        name: body.name,
        intervalSeconds: GATEWAY_INTERVAL_SECONDS,
        model: source.model,
        serialNumber: null,
        softwareVersion: null,
      },
      onSentryChanged,
    );
    const row = { guid, kind: settings.kind, name: gateway.name, gateway: gateway.guid, reader };
    const encrypted = encryptSettings(ctx, guid, settings);
    await insertIntegration(tx.sql, tenant, { ...row, settings: encrypted, createdAt: new Date(ctx.clock.now()) });
    if (hook !== null) await setHookToken(tx.sql, tenant, guid, hook.hash);
    if (account !== null) await insertHosted(tx.sql, tenant, guid, account);
    await audit(ctx, tx, {
      action: 'INTEGRATION_CREATED',
      target: { kind: 'integration', guid, name: gateway.name },
      after: { kind: settings.kind, ...source.shown, user: settings.user, readBy: reader, location: body.location },
    });
  });
  ctx.pubSub.notify();
  const row = await findIntegration(ctx.db.console, tenant, guid);
  if (row === null) throw new AppError('notFound');
  const hosted = account === null ? null : ((await hostedBrokersOf(ctx.db.console, tenant, guid)).get(guid) ?? null);
  return toIntegration(ctx, row, { hookAddress: hook?.address, hosted, brokerPassword: account?.password });
}

/** What devices connect with. Throws a 409 where they cannot. */
function newAccount(ctx: Ctx<UserActor>) {
  if (brokerAddress(ctx) === null)
    throw new AppError('conflict', {
      message: 'This server takes no connections of devices: its operator has to set PICKET_MQTT_LISTEN',
    });
  const { hash, password } = newPassword();
  return { userName: newUserName(), passwordHash: hash, password };
}
