import type { ResponseOf } from '@picket/contracts/endpoints';

/** What came of a test message. */
export type TestResult = ResponseOf<'POST /destinations/{guid}/test'>;
