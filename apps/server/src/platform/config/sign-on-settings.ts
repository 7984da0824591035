/** The first administrator, and single sign-on. */
import { z } from 'zod';
import { ConfigError, EmailSetting, HttpUrl } from './setting-types.ts';

export const signOnShape = {
  PICKET_ADMIN_EMAIL: EmailSetting.optional(),
  PICKET_ADMIN_PASSWORD: z.string().optional(),
  /** Single sign-on: a provider that speaks OpenID Connect. */
  PICKET_OIDC_ISSUER: HttpUrl.optional(),
  PICKET_OIDC_CLIENT_ID: z.string().min(1).optional(),
  PICKET_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  PICKET_OIDC_NAME: z.string().min(1).max(64).default('single sign-on'),
};
const SignOnSettings = z.object(signOnShape);

export interface SignOnConfig {
  readonly admin: { readonly email: string; readonly password: string } | null;
  readonly oidc: OidcConfig | null;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the button on the sign-in page. */
  readonly name: string;
}

export const signOnConfig = (env: z.output<typeof SignOnSettings>, publicUrl: string | null): SignOnConfig => ({
  admin: adminConfig(env),
  oidc: oidcConfig(env, publicUrl),
});

function adminConfig(env: z.output<typeof SignOnSettings>): SignOnConfig['admin'] {
  const { PICKET_ADMIN_EMAIL: email, PICKET_ADMIN_PASSWORD: password } = env;
  if (email === undefined && password === undefined) return null;
  if (email === undefined || password === undefined)
    throw new ConfigError('PICKET_ADMIN_EMAIL and PICKET_ADMIN_PASSWORD are set together or not at all');
  return { email, password };
}

function oidcConfig(env: z.output<typeof SignOnSettings>, publicUrl: string | null): OidcConfig | null {
  const { PICKET_OIDC_ISSUER: issuer, PICKET_OIDC_CLIENT_ID: clientId, PICKET_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigError(
      'PICKET_OIDC_ISSUER, PICKET_OIDC_CLIENT_ID and PICKET_OIDC_CLIENT_SECRET are set together or not at all',
    );
  if (publicUrl === null)
    throw new ConfigError('PICKET_OIDC_ISSUER needs PICKET_PUBLIC_URL: the provider leads back there');
  return { issuer, clientId, clientSecret, name: env.PICKET_OIDC_NAME };
}
