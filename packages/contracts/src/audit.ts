/** The audit log on the wire. */
import { AUDIT_ACTIONS, AUDIT_PROBLEM_KINDS } from '@picket/domain';
import { z } from 'zod';
import { Guid, InstantIn, InstantOut, PageQuery } from './primitives.ts';
import { Text } from './request-texts.ts';

export const AuditEntry = z.object({
  /** Counts up without a gap within the organisation. */
  ordinal: z.number(),
  occurredAt: InstantOut,
  actor: z.object({ kind: z.enum(['USER', 'API_TOKEN', 'SYSTEM']), guid: Guid.optional(), name: z.string() }),
  address: z.string().optional(),
  /** One of the known actions, unless somebody wrote something else there: then `genuine` is false. */
  action: z.string(),
  target: z.object({ kind: z.string(), guid: z.string().optional(), name: z.string() }),
  before: z.record(z.string(), z.unknown()).optional(),
  after: z.record(z.string(), z.unknown()).optional(),
  /** Of this entry and all before it. */
  hash: z.string(),
  /** Whether it is as Picket wrote it. */
  genuine: z.boolean(),
});

const AuditFilter = {
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The guid of who did it. */
  actor: Guid.optional(),
  /** The guid of what it was done to. */
  target: Text(64).optional(),
  /** Part of a name of either. */
  search: Text(128).optional(),
  from: InstantIn.optional(),
  to: InstantIn.optional(),
};

export const AuditQuery = PageQuery.extend(AuditFilter);
export const AuditExportQuery = z.strictObject(AuditFilter);

export const AuditProblem = z.object({
  kind: z.enum(AUDIT_PROBLEM_KINDS),
  ordinal: z.number(),
  /** The last ordinal, where it is about several entries in a row. */
  through: z.number().optional(),
});

export const AuditCheck = z.object({
  intact: z.boolean(),
  /** Entries that are as Picket wrote them. */
  entries: z.number(),
  /** Ends kept outside the database that were found in the log as they were written. */
  anchors: z.number(),
  /** What is wrong: the first hundred. */
  problems: z.array(AuditProblem),
  problemCount: z.number(),
  /** Whether the database keeps the server itself from changing or deleting entries. */
  isWriteOnce: z.boolean(),
  checkedAt: InstantOut,
});
