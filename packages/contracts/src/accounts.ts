/** Accounts on the wire: sign-in, profile, second factors, API tokens, user management. */
import { DEVICE_SYSTEMS } from '@picket/domain/channels';
import { LANGUAGES, TIME_FORMATS, WEEK_STARTS } from '@picket/domain/languages';
import { PERMISSION_MESSAGES, ROLES } from '@picket/domain/permissions';
import { z } from 'zod';
import { Email, Guid, InstantOut, PageQuery, PasswordInput } from './primitives.ts';
import { NameInput, Text } from './request-texts.ts';

export const Permission = z.object({ role: z.enum(ROLES), location: Guid.nullish() });

/** Roles in requests. A METRICS role is for the whole tenant (specification, section 6). */
const PermissionInput = z
  .strictObject({ role: z.enum(ROLES), location: Guid.nullish() })
  .refine(({ role, location }) => role !== 'METRICS' || location == null, {
    path: ['location'],
    message: PERMISSION_MESSAGES.metricsEverywhere,
  });

const PermissionsInput = z.array(PermissionInput).min(1, PERMISSION_MESSAGES.none).max(500);

const THEMES = ['auto', 'light', 'dark'] as const;

/** Preferences of a user; defaults are set here and nowhere else. */
export const Preferences = z.object({
  useCelsius: z.boolean().default(false),
  theme: z.enum(THEMES).default('auto'),
  /** Of the console, and of messages unless the notification preferences name another; null: that of the browser. */
  language: z.enum(LANGUAGES).nullable().default(null),
  timeFormat: z.enum(TIME_FORMATS).default('auto'),
  weekStart: z.enum(WEEK_STARTS).default('auto'),
});

export const Profile = z.object({
  guid: Guid,
  email: z.string(),
  displayName: z.string().optional(),
  tenant: z.object({ guid: Guid, name: z.string(), isAdminTenant: z.boolean(), demo: z.boolean() }),
  permissions: z.array(Permission),
  preferences: Preferences,
  /** The operating system of the user's phone, if set. */
  deviceOs: z.enum(DEVICE_SYSTEMS).optional(),
  /** The user has not seen the notification preferences; the console shows them at first sign-in. */
  needsWelcome: z.boolean(),
  /** The tenant requires a second factor and the user has none; other requests are rejected until it is set up. */
  lacksMfa: z.boolean(),
  /** A wall display: read-only, limited to its locations. */
  display: z.boolean(),
  last_update_ts: InstantOut,
});

const DisplayName = Text(128);

export const ProfilePatch = z.strictObject({
  displayName: DisplayName.optional(),
  deviceOs: z.enum(DEVICE_SYSTEMS).nullable().optional(),
  preferences: z
    .strictObject({
      useCelsius: z.boolean().optional(),
      theme: z.enum(THEMES).optional(),
      language: z.enum(LANGUAGES).nullable().optional(),
      timeFormat: z.enum(TIME_FORMATS).optional(),
      weekStart: z.enum(WEEK_STARTS).optional(),
    })
    .optional(),
});

export const LoginBody = z.strictObject({
  username: Text(254),
  password: PasswordInput,
  /** Keeps the session for 30 days instead of one hour without user action. */
  staySignedIn: z.boolean().optional(),
});

const MFA_METHODS = ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const;

/** Options and responses of the authenticator (WebAuthn JSON), validated by the WebAuthn library. */
const WebAuthn = z.looseObject({});
const WebAuthnResponse = z.looseObject({ id: Text(2048) });

export const LoginResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('LOGIN_SUCCESS'), profile: Profile }),
  z.object({
    kind: z.literal('TENANT_CHALLENGE'),
    challenge: z.string(),
    tenants: z.array(z.object({ guid: Guid, name: z.string() })),
  }),
  z.object({
    kind: z.literal('MFA_CHALLENGE'),
    challenge: z.string(),
    methods: z.array(z.enum(MFA_METHODS)),
    /** For PASSKEY: the options for the authenticator. */
    passkey: WebAuthn.optional(),
  }),
]);

const Challenge = Text(256).min(1);

export const LoginTenantBody = z.strictObject({ challenge: Challenge, tenant: Guid });

/** Exactly one is given. */
const SecondFactor = {
  /** Six digits of the authenticator, or a recovery code. */
  code: Text(64).min(1).optional(),
  passkey: WebAuthnResponse.optional(),
};

export const LoginMfaBody = z
  .strictObject({ challenge: Challenge, ...SecondFactor })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ['code'],
    message: 'send a code or a passkey',
  });

export const ConfirmBody = z.strictObject({ password: PasswordInput.optional(), code: SecondFactor.code });

/** The sign-in methods of this installation. */
export const SignInMethods = z.object({
  password: z.literal(true),
  /** The name of the single sign-on provider. */
  oidc: z.string().optional(),
  /** Whether this installation can send mail, such as a link for a forgotten password. */
  mail: z.boolean(),
});

export const OidcStart = z.object({ url: z.string() });
export const OidcFinishBody = z.strictObject({
  /** The query the provider sent the browser back with. */
  query: Text(4096),
});

export const PasswordRules = z.object({
  rules: z.array(z.string()),
  minLength: z.number(),
  maxLength: z.number(),
  /** False for users of single sign-on without a password. */
  hasPassword: z.boolean(),
  /** The number of valid API tokens; changing the password revokes them by default. */
  apiTokens: z.number(),
});

/** Somebody who knew the old password may have created tokens with it, so they are revoked by default. */
const RevokeApiTokens = z.boolean().default(true);

export const ChangePasswordBody = z.strictObject({
  oldPassword: PasswordInput,
  newPassword: PasswordInput,
  revokeApiTokens: RevokeApiTokens,
});
export const ForgotPasswordBody = z.strictObject({ email: Email });

const TOKEN_KINDS = ['USER_INVITE', 'TENANT_INVITE', 'FORGOT_PASSWORD'] as const;

export const TokenParams = z.strictObject({ token: Text(256).min(1) });

/** The content of a sign-up link. Without `email` for the first administrator, who enters it. */
export const SignupLink = z.object({
  kind: z.enum(TOKEN_KINDS),
  email: z.string().optional(),
  displayName: z.string().optional(),
  tenant: z.object({ name: z.string() }),
  expiresAt: InstantOut,
  passwordRules: z.array(z.string()),
});

export const ResetLink = z.object({
  kind: z.literal('FORGOT_PASSWORD'),
  email: z.string(),
  tenant: z.object({ name: z.string() }),
  expiresAt: InstantOut,
  passwordRules: z.array(z.string()),
  /** The number of valid API tokens; the reset revokes them by default. */
  apiTokens: z.number(),
});

export const SignupBody = z.strictObject({
  newPassword: PasswordInput,
  email: Email.optional(),
  displayName: DisplayName.optional(),
  tenantName: NameInput.optional(),
});

export const ResetPasswordBody = z.strictObject({ newPassword: PasswordInput, revokeApiTokens: RevokeApiTokens });

export const SessionOut = z.object({
  guid: Guid,
  /** The session of this request. */
  current: z.boolean(),
  createdAt: InstantOut,
  activeAt: InstantOut,
  expiresAt: InstantOut,
  staySignedIn: z.boolean(),
  /** A wall display. */
  display: z.boolean(),
  /** "Firefox on Linux" */
  browser: z.string().optional(),
  /** The same as facts. */
  browserIdentity: z.object({ name: z.string().optional(), system: z.string().optional() }).optional(),
  address: z.string().optional(),
});

export const Mfa = z.object({
  /** Set if an authenticator app is set up. */
  totp: z.object({ since: InstantOut }).optional(),
  passkeys: z.array(
    z.object({ guid: Guid, name: z.string(), createdAt: InstantOut, lastUsedAt: InstantOut.optional() }),
  ),
  recoveryCodesLeft: z.number(),
  required: z.boolean(),
  /** Passkeys need a host name; they are not possible with an IP address. */
  passkeysSupported: z.boolean(),
});

export const TotpSetup = z.object({ secret: z.string(), uri: z.string() });
export const TotpConfirmBody = z.strictObject({ code: Text(16).min(1) });
/** Shown once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** Recovery codes are returned with the first factor. */
export const MfaEnrollment = z.object({ mfa: Mfa, recoveryCodes: z.array(z.string()).optional() });
export const PasskeyRegistration = z.object({ challenge: z.string(), options: WebAuthn });
export const PasskeyBody = z.strictObject({ challenge: Challenge, name: NameInput, response: WebAuthnResponse });

const MAX_TOKEN_DAYS = 366;

export const ApiTokenOut = z.object({
  guid: Guid,
  name: z.string(),
  user: z.object({ guid: Guid, name: z.string() }),
  permissions: z.array(Permission),
  createdAt: InstantOut,
  expiresAt: InstantOut,
  lastUsedAt: InstantOut.optional(),
  lastAddress: z.string().optional(),
});
export const ApiTokenBody = z.strictObject({
  name: NameInput,
  permissions: PermissionsInput,
  days: z.number().int().min(1).max(MAX_TOKEN_DAYS),
});
/** `token` is shown once. */
export const ApiTokenCreated = ApiTokenOut.extend({ token: z.string() });
export const ApiTokenQuery = PageQuery.extend({
  /** Tokens of all users of the tenant; for administrators. */
  everyone: z.enum(['true', 'false']).optional(),
});

const USER_STATES = ['ACTIVE', 'INVITED', 'INVITE_EXPIRED'] as const;

/** A user, as returned to administrators. */
export const User = z.object({
  guid: Guid,
  email: z.string(),
  displayName: z.string().optional(),
  permissions: z.array(Permission),
  /** INVITE_EXPIRED: not signed up, and the invitation has expired or was revoked. */
  state: z.enum(USER_STATES),
  invitedUntil: InstantOut.optional(),
  lastSeenAt: InstantOut.optional(),
  mfa: z.boolean(),
  createdAt: InstantOut,
  last_update_ts: InstantOut,
});

export const UserQuery = PageQuery.extend({
  /** Part of a name or address. */
  search: Text(128).optional(),
});

export const UserCreate = z.strictObject({
  email: Email,
  displayName: DisplayName.optional(),
  permissions: PermissionsInput,
});

export const UserPatch = z.strictObject({
  email: Email.optional(),
  displayName: DisplayName.optional(),
  permissions: PermissionsInput.optional(),
});

/** How a link is delivered: by mail or, without a mail server, by the administrator. */
export const LinkSent = z.object({
  sentTo: z.string().optional(),
  /** Path of the link, shown once. */
  path: z.string().optional(),
  expiresAt: InstantOut,
});

export const UserInvited = z.object({ user: User, invitation: LinkSent });

/** Turns the browser into a wall display. Default: every location the user may view. */
export const DisplayBody = z.strictObject({ locations: z.array(Guid).min(1).max(500).optional() });
