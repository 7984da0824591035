/** Runs queries within their limits, and reports what is wrong with them. */
import { finished } from 'node:stream';
import type { Millis } from '@picket/domain/time';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { dropStalledReader } from '../../platform/http/downloads.ts';
import type { Budget } from './promql/evaluation-ports.ts';
import { PromqlError } from './promql/promql-error.ts';
import { createQueryBudget, timedOut } from './query-budget.ts';
import { MAX_QUERIES, MAX_QUERIES_PER_TENANT, MAX_VALUES, MAX_WAITING } from './query-limits.ts';
import { QuerySlots } from './query-slots.ts';
import { parseTimeout } from './query-times.ts';

export interface QueryRunner {
  /**
   * Runs `work` once there is a slot for it, within `timeout` (as the request has it) and the limits. The slot of the organization
   * is released when the response is finished: a result is in memory until then. Throws an AppError.
   */
  run<Result>(
    tenant: string,
    reply: FastifyReply,
    timeout: string | undefined,
    work: (budget: Budget) => Promise<Result>,
  ): Promise<Result>;
}

/** `readerTimeout`: how long a reader may make no progress. */
export function createQueryRunner(readerTimeout: Millis): QueryRunner {
  const tenants = new QuerySlots(MAX_QUERIES_PER_TENANT, MAX_WAITING);
  const evaluations = new QuerySlots(MAX_QUERIES, MAX_WAITING);
  return {
    run: (tenant, reply, timeout, work) =>
      reportingProblems(async () => {
        const { raw } = reply;
        const deadline = performance.now() + parseTimeout(timeout);
        const slotOf = async (slots: QuerySlots, key: string): Promise<() => void> => {
          const release = await slots.acquire(key, deadline - performance.now());
          if (release === null) throw timedOut();
          return release;
        };
        finished(raw, await slotOf(tenants, tenant));
        dropStalledReader(reply, readerTimeout);
        const releaseEvaluation = await slotOf(evaluations, '');
        try {
          return await work(createQueryBudget(MAX_VALUES, deadline, () => raw.destroyed));
        } finally {
          releaseEvaluation();
        }
      }),
  };
}

/** A PromqlError is the caller's: 400 or 422 in place of it. */
async function reportingProblems<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PromqlError)) throw error;
    throw new AppError(error.errorType === 'bad_data' ? 'validation' : 'unprocessable', {
      message: error.message,
      cause: error,
    });
  }
}
