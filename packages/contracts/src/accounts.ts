import { ROLES } from '@picket/domain';
import { z } from 'zod';
import { Email, Guid, InstantOut, NameInput, PasswordInput } from './primitives.ts';

export const Permission = z.object({ role: z.enum(ROLES), location: Guid.nullish() });

export const THEMES = ['auto', 'light', 'dark'] as const;

/** What a person chose; unset ones take their defaults here and nowhere else. */
export const Preferences = z.object({
  useCelsius: z.boolean().default(false),
  theme: z.enum(THEMES).default('auto'),
});

export const Profile = z.object({
  guid: Guid,
  email: z.string(),
  displayName: z.string().optional(),
  tenant: z.object({ guid: Guid, name: z.string(), isAdminTenant: z.boolean(), demo: z.boolean() }),
  permissions: z.array(Permission),
  preferences: Preferences,
  last_update_ts: InstantOut,
});

export const ProfilePatch = z.strictObject({
  displayName: z.string().trim().max(128).optional(),
  preferences: z.strictObject({ useCelsius: z.boolean().optional(), theme: z.enum(THEMES).optional() }).optional(),
});

export const LoginBody = z.strictObject({
  username: z.string().trim().max(254),
  password: PasswordInput,
  /** Keeps this browser signed in for 30 days instead of until an hour without a human action. */
  staySignedIn: z.boolean().optional(),
});

export const LoginResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('LOGIN_SUCCESS'), profile: Profile }),
  z.object({
    kind: z.literal('TENANT_CHALLENGE'),
    challenge: z.string(),
    tenants: z.array(z.object({ guid: Guid, name: z.string() })),
  }),
  z.object({ kind: z.literal('MFA_CHALLENGE'), challenge: z.string(), methods: z.array(z.string()) }),
]);

export const TOKEN_KINDS = ['USER_INVITE', 'TENANT_INVITE', 'FORGOT_PASSWORD'] as const;

export const TokenParams = z.strictObject({ token: z.string().min(1).max(256) });

/** What a sign-up link is for. `email` is missing where the person still has to say it (the first administrator). */
export const SignupOffer = z.object({
  kind: z.enum(TOKEN_KINDS),
  email: z.string().optional(),
  tenant: z.object({ name: z.string() }),
  expiresAt: InstantOut,
  passwordRules: z.array(z.string()),
});

export const SignupBody = z.strictObject({
  newPassword: PasswordInput,
  email: Email.optional(),
  displayName: z.string().trim().max(128).optional(),
  organisation: NameInput.optional(),
});
