/** Tenants: the own one and, for the admin tenant, all of them. */
import { BUSINESS_STATUSES } from '@picket/domain/tenants';
import { z } from 'zod';
import { LinkSent } from './accounts.ts';
import { Email, Guid, InstantOut } from './primitives.ts';
import { NameInput } from './request-texts.ts';

export const Tenant = z.object({
  guid: Guid,
  name: z.string(),
  isAdminTenant: z.boolean(),
  demo: z.boolean(),
  businessStatus: z.enum(BUSINESS_STATUSES),
  suspended: z.boolean(),
  users: z.number(),
  locations: z.number(),
  sentries: z.number(),
  createdAt: InstantOut,
  last_update_ts: InstantOut,
});

export const TenantCreate = z.strictObject({
  name: NameInput,
  businessStatus: z.enum(BUSINESS_STATUSES).optional(),
  demo: z.boolean().optional(),
  /** The e-mail address of its first administrator. */
  administrator: Email,
});

export const TenantPatch = z.strictObject({
  name: NameInput.optional(),
  businessStatus: z.enum(BUSINESS_STATUSES).optional(),
  demo: z.boolean().optional(),
  suspended: z.boolean().optional(),
});

export const TenantInviteBody = z.strictObject({ administrator: Email });
export const TenantInvited = z.object({ tenant: Tenant, invitation: LinkSent });

const MailState = z.object({
  configured: z.boolean(),
  from: z.string().optional(),
  /** Mails not yet accepted by the mail server. */
  waiting: z.number(),
  /** Mails that failed permanently. */
  failed: z.number(),
  lastProblem: z.string().optional(),
});

/** The tenant of the signed-in user. */
export const OwnTenant = z.object({
  guid: Guid,
  name: z.string(),
  isAdminTenant: z.boolean(),
  demo: z.boolean(),
  businessStatus: z.enum(BUSINESS_STATUSES),
  requireMfa: z.boolean(),
  /** Users without a second factor. */
  withoutMfa: z.number(),
  users: z.number(),
  mail: MailState,
  last_update_ts: InstantOut,
});

export const OwnTenantPatch = z.strictObject({ name: NameInput.optional(), requireMfa: z.boolean().optional() });

/** The result of a test mail. */
export const MailTest = z.object({ delivered: z.boolean(), to: z.string(), response: z.string() });
