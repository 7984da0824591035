import { formatInstant } from '@picket/domain/time';
import { hashSecret, newActivationCode } from '../../../platform/keys/ids.ts';

const CODE_LIFETIME_MS = 7 * 86_400_000;

export function createCode(now: number) {
  const activationCode = newActivationCode();
  const code = { hash: hashSecret(activationCode), at: new Date(now), expiresAt: new Date(now + CODE_LIFETIME_MS) };
  return { code, shown: { activationCode, expiresAt: formatInstant(now + CODE_LIFETIME_MS) } };
}
