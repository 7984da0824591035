export { anchorHeads } from './audit-anchors.ts';
export { auditRoutes } from './audit-routes.ts';
export { type AuditActor, type AuditFields, type AuditRecord, difference, record, recordAs } from './record-change.ts';
export { auditProblems } from './verify-audit.ts';
