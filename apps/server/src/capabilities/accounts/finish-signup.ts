/** Sign-up links: looking at one changes nothing, using one sets the password and signs in. */
import { formatInstant, nameKey, PASSWORD_RULES, passwordProblem, validateName } from '@picket/domain';
import { AppError, hashSecret, invalid, isDuplicate, newGuid, type Platform } from '../../platform/index.ts';
import { findToken, findUser, insertUser, type TokenRow, type UserRow, updateUser, useToken } from './account-store.ts';
import { decodePassword, hashPassword } from './password-hashing.ts';

const DUPLICATE_EMAIL = 'somebody signs in with this address already';

export interface SignupInput {
  readonly token: string;
  readonly newPassword: string;
  readonly email?: string | undefined;
  readonly displayName?: string | undefined;
  readonly organisation?: string | undefined;
}

async function validToken(platform: Platform, token: string): Promise<TokenRow> {
  const found = await findToken(platform.db.prisma, hashSecret(token));
  if (found === null || found.kind === 'FORGOT_PASSWORD') throw new AppError('notFound');
  if (found.usedAt !== null) throw new AppError('tokenUsed');
  if (found.expiresAt.getTime() <= platform.clock.now()) throw new AppError('tokenExpired');
  return found;
}

export async function signupOffer(platform: Platform, token: string) {
  const found = await validToken(platform, token);
  return {
    kind: found.kind,
    ...(found.user === null ? {} : { email: found.user.email }),
    tenant: { name: found.tenant.name },
    expiresAt: formatInstant(found.expiresAt.getTime()),
    passwordRules: [...PASSWORD_RULES],
  };
}

/** Uses the link up. A link without a user of its own (the first administrator's) makes one from `email`. */
export async function finishSignup(platform: Platform, input: SignupInput): Promise<UserRow> {
  const found = await validToken(platform, input.token);
  const email = found.user?.email ?? input.email?.toLowerCase();
  if (email === undefined) throw invalid('email', 'is missing');
  const password = decodePassword(input.newPassword, 'newPassword');
  const displayName = input.displayName === undefined || input.displayName === '' ? null : input.displayName;
  const problem = passwordProblem(password, [email, displayName ?? '', input.organisation ?? '', 'picket']);
  if (problem !== null) throw invalid('newPassword', problem);
  const organisation = input.organisation === undefined ? null : validateName(input.organisation);
  if (organisation !== null && !organisation.ok)
    throw new AppError('name', { errors: [{ name: 'organisation', message: organisation.message }] });

  const passwordHash = await hashPassword(platform.keys, password);
  const at = new Date(platform.clock.now());
  const userGuid = await platform.db
    .inTx(async ({ prisma }) => {
      if (!(await useToken(prisma, hashSecret(input.token), at))) throw new AppError('tokenUsed');
      if (found.userGuid !== null) {
        await updateUser(prisma, found.userGuid, {
          passwordHash,
          lastUpdateTs: at,
          ...(displayName === null ? {} : { displayName }),
        });
        return found.userGuid;
      }
      const guid = newGuid();
      await insertUser(prisma, {
        guid,
        tenantGuid: found.tenantGuid,
        email,
        displayName,
        passwordHash,
        permissions: [{ guid: newGuid(), role: 'ADMIN' }],
        at,
      });
      if (organisation?.ok)
        await prisma.tenant.update({
          where: { guid: found.tenantGuid },
          data: { name: organisation.name, nameKey: nameKey(organisation.name), lastUpdateTs: at },
        });
      return guid;
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? invalid('email', DUPLICATE_EMAIL) : error;
    });
  const user = await findUser(platform.db.prisma, userGuid);
  if (user === null) throw new AppError('notFound');
  return user;
}
