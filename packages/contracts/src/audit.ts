/** The audit log on the wire. */
import { AUDIT_ACTIONS, AUDIT_PROBLEM_KINDS } from '@picket/domain/audit';
import { z } from 'zod';
import { Guid, InstantIn, InstantOut, PageQuery } from './primitives.ts';
import { Text } from './request-texts.ts';

export const AuditEntry = z.object({
  /** Increases without gaps within the tenant. */
  ordinal: z.number(),
  occurredAt: InstantOut,
  actor: z.object({ kind: z.enum(['USER', 'API_TOKEN', 'SYSTEM']), guid: Guid.optional(), name: z.string() }),
  address: z.string().optional(),
  /** One of the known actions, unless the entry was changed: then `genuine` is false. */
  action: z.string(),
  target: z.object({ kind: z.string(), guid: z.string().optional(), name: z.string() }),
  before: z.record(z.string(), z.unknown()).optional(),
  after: z.record(z.string(), z.unknown()).optional(),
  /** The hash over this entry and all before it. */
  hash: z.string(),
  /** Whether the entry is unchanged. */
  genuine: z.boolean(),
});

const AuditFilter = {
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The guid of the actor. */
  actor: Guid.optional(),
  /** The guid of the target. */
  target: Text(64).optional(),
  /** Part of the name of the actor or target. */
  search: Text(128).optional(),
  from: InstantIn.optional(),
  to: InstantIn.optional(),
};

export const AuditQuery = PageQuery.extend(AuditFilter);
export const AuditExportQuery = z.strictObject(AuditFilter);

export const AuditProblem = z.object({
  kind: z.enum(AUDIT_PROBLEM_KINDS),
  ordinal: z.number(),
  /** The last ordinal of a range of entries. */
  through: z.number().optional(),
});

export const AuditCheck = z.object({
  intact: z.boolean(),
  /** The number of unchanged entries. */
  entries: z.number(),
  /** The number of anchors outside the database that match the log. */
  anchors: z.number(),
  /** The first hundred problems. */
  problems: z.array(AuditProblem),
  problemCount: z.number(),
  /** Whether the database prevents the server from changing or deleting entries. */
  isWriteOnce: z.boolean(),
  checkedAt: InstantOut,
});
