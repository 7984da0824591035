import { refresh } from '../../lib/api.ts';

/** Reloads everything that shows policies. */
export const refreshPolicies = (): Promise<unknown> =>
  Promise.all(
    (
      [
        'GET /policies',
        'GET /policies/{guid}',
        'GET /policies/{guid}/versions',
        'GET /policies/{guid}/overrides',
        'GET /policies/{guid}/suggestions',
        'GET /policy-edits',
        'GET /views/policies',
        'GET /views/policy-evidence',
        'GET /sentries/{guid}/policies',
        'GET /sentries/{guid}/policies/{policyGuid}',
        'POST /policies/preview',
        'POST /policies/{guid}/backtest',
      ] as const
    ).map(refresh),
  );
