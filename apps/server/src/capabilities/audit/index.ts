export { appendKept } from './append-kept.ts';
export { type AnchorBook, anchorAppended, anchorHeads, readAnchors, sealHeads } from './audit-anchors.ts';
export { auditRoutes } from './audit-routes.ts';
export { keptTrouble } from './audit-spool.ts';
export { mayRewrite } from './audit-store.ts';
export {
  type AuditActor,
  type AuditFields,
  type AuditRecord,
  difference,
  record,
  recordAs,
  recordOrKeep,
} from './record-change.ts';
export { auditProblems } from './verify-audit.ts';
export { type OnLogChanged, verifyAllLogs, watchAuditLogs } from './watch-audit.ts';
