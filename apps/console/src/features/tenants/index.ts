/** What other features use of organizations. */
export { TenantTags } from './business-status.tsx';
export { keepDurationText } from './keep-duration.ts';
