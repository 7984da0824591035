export { appendSpooled } from './append-spooled.ts';
export { type AnchorIndex, addMissingHeadMacs, anchorAppended, anchorHeads, readAnchors } from './audit-anchors.ts';
export { mayRewriteEntries } from './audit-entry-store.ts';
export { auditPosition } from './audit-position.ts';
export { auditRoutes } from './audit-routes.ts';
export { auditSpoolProblem } from './audit-spool.ts';
export { auditProblems } from './verify-audit.ts';
export { type OnLogChanged, verifyAllLogs, watchAuditLogs } from './watch-audit.ts';
export {
  type AuditActor,
  type AuditEvent,
  type AuditFields,
  audit,
  auditAllAs,
  auditAs,
  auditForTenant,
  auditOrQueue,
  difference,
} from './write-audit.ts';
