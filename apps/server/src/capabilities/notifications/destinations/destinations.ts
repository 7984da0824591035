/** Creates, tests and removes the destinations of users and of the tenant. */
import { randomBytes } from 'node:crypto';
import { CHANNEL_SETTINGS, type DestinationOut, type ParsedBody, type ResponseOf } from '@picket/contracts';
import { CHANNELS, type ChannelKind, cleanText, formatInstant } from '@picket/domain';
import { z } from 'zod';
import {
  type AllowedHosts,
  AppError,
  addressProblem,
  type Ctx,
  decryptText,
  encryptText,
  invalid,
  localAddress,
  newGuid,
  type Page,
  type Platform,
  parseInstantCursor,
  parseResourceName,
  toPage,
  type UserActor,
} from '../../../platform/index.ts';
import { audit } from '../../audit/index.ts';
import type { ChannelPlatform, Outgoing, SendResult, SettingsOf } from '../channels/channel.ts';
import { CHANNEL_TABLE } from '../channels/channel-table.ts';
import { requeueOwner } from '../deliveries/delivery-store.ts';
import { testMessage } from '../messages/render-message.ts';
import { parsePreferences, toPreferencesOut } from '../recipients/recipients.ts';
import { recordDelivered, recordFailure } from './destination-health-store.ts';
import {
  type DestinationRow,
  findDestination,
  insertDestination,
  listDestinationRows,
  removeDestination,
  renameDestination,
  savePreferences,
  toHealthOut,
} from './destination-store.ts';
import { allowedHosts } from './outbound-destinations.ts';

const MAX_PER_USER = 20;
const MAX_PER_TENANT = 100;

/** Settings as they are stored, opened; null where they cannot be (another key) or are of another version. */
export function openSettings<K extends Exclude<ChannelKind, 'EMAIL'>>(
  keys: Platform['keys'],
  row: Pick<DestinationRow, 'guid' | 'settings'>,
  kind: K,
): SettingsOf<K> | null {
  const opened = decryptText(keys, row.guid, row.settings);
  if (opened === null) return null;
  const schema: z.ZodObject = CHANNEL_SETTINGS[kind];
  const parsed = (kind === 'WEBHOOK' ? schema.extend({ secret: z.string() }) : schema).safeParse(JSON.parse(opened));
  // Guarantee: the schema of the kind, and of a webhook its secret.
  return parsed.success ? (parsed.data as SettingsOf<K>) : null;
}

/** The address among a destination's settings. */
function addressOf(kind: Exclude<ChannelKind, 'EMAIL'>, settings: object): { field: string; url: string } {
  const field = kind === 'PUSH' ? 'endpoint' : kind === 'NTFY' ? 'server' : 'url';
  const url = (settings as Readonly<Record<string, unknown>>)[field];
  return { field, url: typeof url === 'string' ? url : '' };
}

function publicAddressOf(keys: Platform['keys'], row: DestinationRow): string {
  if (row.kind === 'EMAIL') return row.name;
  const settings = openSettings(keys, row, row.kind);
  if (settings === null) return 'cannot be read: the keys have changed';
  const { host } = new URL(addressOf(row.kind, settings).url);
  return row.kind === 'NTFY' && 'topic' in settings ? `${host}/${settings.topic}` : host;
}

export const toDestinationOut = (keys: Platform['keys'], row: DestinationRow): DestinationOut => ({
  guid: row.guid,
  kind: row.kind,
  name: row.name,
  address: publicAddressOf(keys, row),
  createdBy: row.createdBy,
  createdAt: formatInstant(row.createdAt.getTime()),
  ...toHealthOut(row),
  ...(row.user === null ? { preferences: toPreferencesOut(parsePreferences(row.chosen)) } : {}),
});

const targetOf = ({ guid, name }: Pick<DestinationRow, 'guid' | 'name'>) => ({ kind: 'destination', guid, name });

/** What is wrong with where a new destination leads, or null. */
async function findAddressProblem(ctx: Ctx<UserActor>, user: string | null, url: string): Promise<string | null> {
  const { tenant } = ctx.actor;
  const problem = addressProblem(url, await allowedHosts(ctx, tenant, user));
  if (problem === null || user === null) return problem;
  const forAdministrators = addressProblem(url, await allowedHosts(ctx, tenant, null)) === null;
  return forAdministrators
    ? 'leads into a private network, to a host that only administrators of the organization may use'
    : problem;
}

/** Adds a destination of a person (`user`) or of the organization. Addresses inside are refused at once where they show. */
export async function createDestination(
  ctx: Ctx<UserActor>,
  user: string | null,
  input: ParsedBody<'POST /destinations'>,
): Promise<ResponseOf<'POST /destinations'>> {
  const { tenant } = ctx.actor;
  const { kind } = input;
  const owners: readonly string[] = CHANNELS[kind].owners;
  if (!owners.includes(user === null ? 'tenant' : 'user'))
    throw invalid(
      'kind',
      user === null ? 'belongs to a person' : 'belongs to the organization; an administrator adds it',
    );
  const { field, url } = addressOf(kind, input.settings);
  const problem = await findAddressProblem(ctx, user, url);
  if (problem !== null) throw invalid(`settings.${field}`, problem);
  const { name } = parseResourceName(input.name);
  const guid = newGuid();
  const secret = kind === 'WEBHOOK' ? `whsec_${randomBytes(32).toString('base64')}` : null;
  const settings = { ...input.settings, ...(secret === null ? {} : { secret }) };
  const row = await ctx.db.inTx(async (tx) => {
    const there = await listDestinationRows(tx.sql, tenant, user);
    if (there.length >= (user === null ? MAX_PER_TENANT : MAX_PER_USER))
      throw new AppError('conflict', { message: 'The maximum number of channels is reached; remove one first' });
    const at = new Date(ctx.clock.now());
    await insertDestination(tx.sql, {
      guid,
      tenant,
      user,
      kind,
      name,
      settings: encryptText(ctx.keys, guid, JSON.stringify(settings)),
      byName: ctx.actor.name,
      at,
    });
    const made = await findDestination(tx.sql, tenant, user, guid);
    if (made === null) throw new AppError('notFound');
    await audit(ctx, tx, {
      action: 'DESTINATION_ADDED',
      target: targetOf(made),
      after: { kind, name, address: publicAddressOf(ctx.keys, made) },
    });
    return made;
  });
  return { ...toDestinationOut(ctx.keys, row), ...(secret === null ? {} : { secret }) };
}

export async function listDestinations(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<DestinationOut>> {
  const after = parseInstantCursor(query.cursor);
  const rows = await listDestinationRows(ctx.db.console, ctx.actor.tenant, null, after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => toDestinationOut(ctx.keys, row),
    (row) => [row.createdAt.toISOString(), row.guid],
  );
}

/** The destination, if it is this person's, or the organization's (`user` null). */
async function getDestination(ctx: Ctx<UserActor>, user: string | null, guid: string): Promise<DestinationRow> {
  const row = await findDestination(ctx.db.console, ctx.actor.tenant, user, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}

export async function updateDestination(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /destinations/{guid}'>,
): Promise<DestinationOut> {
  const current = await getDestination(ctx, null, guid);
  const name = input.name === undefined ? current.name : parseResourceName(input.name).name;
  const at = new Date(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await renameDestination(tx.sql, guid, name, at);
    if (input.preferences !== undefined) {
      await savePreferences(tx.sql, ctx.actor.tenant, guid, input.preferences, at);
      await requeueOwner(tx.sql, guid, at.getTime());
    }
    await audit(ctx, tx, {
      action: 'DESTINATION_CHANGED',
      target: targetOf({ guid, name }),
      before: { name: current.name, preferences: parsePreferences(current.chosen) },
      after: { name, preferences: input.preferences ?? parsePreferences(current.chosen) },
    });
  });
  ctx.pubSub.notify();
  return toDestinationOut(ctx.keys, await getDestination(ctx, null, guid));
}

export async function deleteDestination(ctx: Ctx<UserActor>, user: string | null, guid: string): Promise<void> {
  const row = await getDestination(ctx, user, guid);
  await ctx.db.inTx(async (tx) => {
    await removeDestination(tx.sql, guid, new Date(ctx.clock.now()));
    await audit(ctx, tx, {
      action: 'DESTINATION_REMOVED',
      target: targetOf(row),
      before: { kind: row.kind, name: row.name },
    });
  });
}

export type TestResult = ResponseOf<'POST /destinations/{guid}/test'>;

/** Sends a test now and says what was answered. A person's own guid stands for their e-mail address. */
export async function testDestination(ctx: Ctx<UserActor>, user: string | null, guid: string): Promise<TestResult> {
  const { tenant, email, name: me } = ctx.actor;
  const isMail = user !== null && guid === user;
  const row = isMail ? null : await getDestination(ctx, user, guid);
  const tenantName = await getTenantName(ctx);
  const begun = performance.now();
  const startedAt = ctx.clock.now();
  const sent: SendResult = await sendTest(ctx, row, isMail ? email : null, tenantName).catch((error: unknown) => ({
    delivered: false,
    answer: error instanceof Error ? error.message : String(error),
  }));
  const milliseconds = Math.round(performance.now() - begun);
  const answer = cleanText(sent.answer, 300);
  const at = ctx.clock.now();
  await ctx.db.inTx(async (tx) => {
    if (sent.delivered) await recordDelivered(tx.sql, tenant, guid, at);
    else if (sent.isRelayFailure !== true)
      await recordFailure(tx.sql, tenant, guid, answer, {
        beganAt: startedAt,
        endedAt: at,
        retryAfter: sent.retryAfter ?? null,
        firstPause: ctx.config.delivery.firstRetryMs,
        chance: Math.random(),
      });
    await audit(ctx, tx, {
      action: 'DESTINATION_TESTED',
      target: row === null ? { kind: 'user', guid, name: email } : targetOf(row),
      after: { delivered: sent.delivered, answer, by: me },
    });
  });
  return { delivered: sent.delivered, answer, ...(sent.delivered ? { milliseconds } : {}) };
}

async function getTenantName(ctx: Ctx<UserActor>): Promise<string> {
  const tenant = await ctx.db.prisma.tenant.findUnique({ where: { guid: ctx.actor.tenant }, select: { name: true } });
  return tenant?.name ?? '';
}

function sendTest(ctx: Ctx<UserActor>, row: DestinationRow | null, email: string | null, tenantName: string) {
  const { title, text } = testMessage('en', tenantName);
  const url = `${localAddress(ctx.config)}/profile/notifications`;
  const outgoing = {
    key: newGuid(),
    now: ctx.clock.now(),
    content: {
      kind: 'ALERTS' as const,
      language: 'en' as const,
      useCelsius: true,
      tenantName,
      at: ctx.clock.now(),
      items: [],
      digest: null,
    },
    rendered: {
      title,
      intro: text,
      lines: [],
      more: 0,
      digest: [],
      button: 'Open in Picket',
      note: 'You get this because somebody sent a test.',
      severity: null,
    },
    to: { name: ctx.actor.name, email },
    url,
    path: '/profile/notifications',
    actionUrl: null,
    actionToken: null,
    settingsUrl: url,
    pictures: async () => [],
  };
  if (row === null) return sendMailTo(ctx, outgoing);
  return sendTo(ctx, row, outgoing);
}

/** Hands a message to a destination by its kind. */
export async function sendTo(
  platform: Omit<ChannelPlatform, 'allowed'>,
  row: DestinationRow,
  outgoing: Outgoing,
): Promise<SendResult> {
  const { kind, tenant, user } = row;
  if (kind === 'EMAIL') return sendMailTo(platform, outgoing);
  const { config, keys, clock, db } = platform;
  return sendThrough(
    { config, keys, clock, db, allowed: await allowedHosts(platform, tenant, user) },
    kind,
    row,
    outgoing,
  );
}

const NO_HOSTS: AllowedHosts = new Set();

/** Hands a message to the mail server, which is the operator's. */
export const sendMailTo = (platform: Omit<ChannelPlatform, 'allowed'>, outgoing: Outgoing): Promise<SendResult> =>
  CHANNEL_TABLE.EMAIL({ ...platform, allowed: NO_HOSTS }, null, outgoing);

async function sendThrough<K extends Exclude<ChannelKind, 'EMAIL'>>(
  platform: ChannelPlatform,
  kind: K,
  row: DestinationRow,
  outgoing: Outgoing,
): Promise<SendResult> {
  const settings = openSettings(platform.keys, row, kind);
  if (settings === null)
    return { delivered: false, answer: 'its settings cannot be decrypted: the keys have changed; add it again' };
  return CHANNEL_TABLE[kind](platform, settings, outgoing);
}
