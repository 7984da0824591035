/** The single sign-on provider: its settings and what it publishes about itself. */
import type { Configuration } from 'openid-client';
import type { OidcConfig } from '../../../platform/config/config.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';

const configurations = new Map<string, Promise<Configuration>>();

/** The discovered configuration of the provider, cached; a failure is not cached. */
export function configurationOf(oidc: OidcConfig): Promise<Configuration> {
  const { issuer } = oidc;
  const known = configurations.get(issuer);
  if (known) return known;
  const asked = discover(oidc);
  configurations.set(issuer, asked);
  asked.catch(() => configurations.delete(issuer));
  return asked;
}

async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await import('openid-client');
  const url = new URL(issuer);
  // Plain http is allowed for a provider on the same machine only.
  const isLocal = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return discovery(
    url,
    clientId,
    clientSecret,
    undefined,
    isLocal ? { execute: [allowInsecureRequests], timeout: 10 } : { timeout: 10 },
  );
}

export function settingsOf({ config }: Pick<Platform, 'config'>): {
  readonly oidc: OidcConfig;
  readonly redirect: string;
} {
  if (config.oidc === null || config.publicUrl === null) throw new AppError('notFound');
  return { oidc: config.oidc, redirect: `${config.publicUrl}/sign-in/callback` };
}

export const unreachable = (cause: unknown): AppError =>
  new AppError('busy', { message: 'The single sign-on provider cannot be reached', retryAfterSeconds: 10, cause });
