/** What other features use of the audit log. */
export { auditSentence } from './audit-sentence.tsx';
