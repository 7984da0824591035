/** The read model of the administration page: what its caller may see of it. */
import { OPEN_POINT_KINDS } from '@picket/domain/open-points';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';
import { Problem } from './problems.ts';

/** Something missing or wrong. `count`: of how many things; `text`: which one, in English; `problem`: the same as facts, of a health check. */
const OpenPoint = z.object({
  kind: z.enum(OPEN_POINT_KINDS),
  count: z.number().optional(),
  text: z.string().optional(),
  problem: Problem.optional(),
});

/** For administrators of the organization. */
const TenantOverview = z.object({
  guid: Guid,
  name: z.string(),
  users: z.number(),
  /** Users who have not signed up yet. */
  invited: z.number(),
  requireMfa: z.boolean(),
  withoutMfa: z.number(),
  tokens: z.number(),
  channels: z.number(),
  failedMessages: z.number(),
  /** Days that readings are kept; 0: for ever. */
  keepDays: z.number(),
  lastAudit: z
    .object({
      ordinal: z.number(),
      action: z.string(),
      actor: z.string(),
      target: z.string(),
      occurredAt: InstantOut,
    })
    .optional(),
});

/** For administrators of the admin tenant. */
const InstallationOverview = z.object({
  tenants: z.number(),
  suspended: z.number(),
  sentries: z.number(),
  failingHealthChecks: z.number(),
  newestBackupAt: InstantOut.optional(),
  mailHost: z.string().optional(),
  heartbeatHost: z.string().optional(),
});

export const AdminOverview = z.object({
  policies: z.object({ count: z.number(), alerts: z.number(), falseAlarms: z.number() }),
  tenant: TenantOverview.optional(),
  installation: InstallationOverview.optional(),
  /** Most severe first; none: all is well. For administrators. */
  openPoints: z.array(OpenPoint),
});
