import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { canonicalHost } from '@picket/source-io/broker-address';
import { assertNoProblems, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { mailAddressProblem } from '../../platform/outbound/outbound-socket.ts';
import type { StoredMail } from '../../platform/settings/installation-settings.ts';
import { lockSettings } from '../../platform/settings/setting-store.ts';
import { audit } from '../audit/index.ts';
import { decodePassword } from '../auth/index.ts';
import { forgetRelay } from '../mail/index.ts';
import { getMailSettings } from './get-mail-settings.ts';
import { changeOf, rejectManaged } from './setting-change.ts';

type Input = ParsedBody<'PUT /installation/mail'>;
type Out = ResponseOf<'PUT /installation/mail'>;

/**
 * Stores the mail server; every server process uses it from then on. Throws a 409 where the environment sets one, and a 400 that
 * names the field where it cannot be used.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function setMailServer(ctx: Ctx<UserActor>, input: Input, check: (current: Out) => void): Promise<Out> {
  rejectManaged(ctx.config.mail !== null, 'PICKET_SMTP_URL');
  const host = canonicalHost(input.host);
  if (host === null) throw invalid('host', 'must be a host name or an IP address');
  const address = { host, port: input.port, security: input.security };
  const problem = mailAddressProblem(address, await ctx.settings.allowedHosts());
  if (problem !== null) throw invalid(problem.field, problem.message);
  const publicUrl = parsePublicUrl(ctx, input.publicUrl);
  await ctx.db.inTx(async (tx) => {
    await lockSettings(tx.sql);
    // What another process has stored just now counts as well.
    await ctx.settings.load();
    check(await getMailSettings(ctx));
    const before = ctx.settings.current().storedMail;
    const user = input.user ?? null;
    const password = passwordOf(input, before, { ...address, user });
    const after: StoredMail = { ...address, user, password, from: input.from, publicUrl };
    await ctx.settings.save(tx.sql, 'mail', after, changeOf(ctx, 'mail'));
    // It was another server, or another account: what the last one did says nothing about it.
    await forgetRelay(tx.sql, `${host}:${input.port}`);
    await audit(ctx, tx, {
      action: 'MAIL_SERVER_CHANGED',
      target: { kind: 'mail', name: `${host}:${input.port}` },
      ...(before === null ? {} : { before: withoutPassword(before) }),
      after: { ...withoutPassword(after), ...(input.password === undefined ? {} : { password: 'changed' }) },
    });
  });
  await ctx.settings.announce();
  return getMailSettings(ctx);
}

const withoutPassword = ({ password: _password, ...shown }: StoredMail) => shown;

/** The password that was entered, or the stored one as long as it goes to the same account of the same server. */
function passwordOf(
  { password }: Input,
  before: StoredMail | null,
  { host, port, user, security }: Pick<StoredMail, 'host' | 'port' | 'user' | 'security'>,
): string | null {
  if (user === null) {
    assertNoProblems(password === undefined ? [] : [{ name: 'user', message: 'Enter the user of this password' }]);
    return null;
  }
  if (password !== undefined) {
    const entered = decodePassword(password, 'password');
    if (entered === '') throw invalid('password', 'Enter the password');
    return entered;
  }
  const isSame =
    before !== null &&
    before.host === host &&
    before.port === port &&
    before.user === user &&
    before.security === security;
  if (isSame && before.password !== null) return before.password;
  throw invalid(
    'password',
    before?.password == null
      ? 'Enter the password'
      : 'Enter the password again: host, port, user or encryption changed',
  );
}

/** null where the environment sets it. */
function parsePublicUrl({ config }: Ctx<UserActor>, text: string | undefined): string | null {
  if (config.publicUrl !== null) return null;
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw invalid('publicUrl', 'must be the http:// or https:// address at which people open Picket');
  return url.href.replace(/\/+$/u, '');
}
