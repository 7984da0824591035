/** The trace of an alert: the steps of the engine over the stored readings, with the version that raised it. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { comparesReadings } from '@picket/domain/aggregations';
import { formatInstant, type Millis } from '@picket/domain/time';
import { Replay, type TraceStep } from '@picket/monitor';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { findVersion } from '../../policies/index.ts';
import { listSentryLocations } from '../../sentries/index.ts';
import type { ConfigSource } from '../../tenant-config/index.ts';
import { warmUp } from '../warm-up.ts';
import { feedReplays, MAX_READINGS } from './replay-stored.ts';

export interface TracedAlert {
  readonly tenant: string;
  readonly sentry: string;
  readonly policy: string;
  readonly version: number;
  readonly violation: string;
  readonly subject: string | null;
  readonly startedAt: Millis;
  readonly clearedAt: Millis | null;
}

const TRACE_BEFORE: Millis = 3_600_000;
const MAX_STEPS = 500;

export async function traceAlert(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  alert: TracedAlert,
): Promise<ResponseOf<'GET /alerts/{guid}/trace'>> {
  const now = ctx.clock.now();
  const from = alert.startedAt - TRACE_BEFORE;
  const to = Math.min(alert.clearedAt ?? now, now);
  const period = { from: formatInstant(from), to: formatInstant(to) };
  const config = await source.latest(alert.tenant);
  const version = await findVersion(ctx.db.prisma, alert.tenant, alert.policy, alert.version);
  const [place] = await listSentryLocations(ctx.db.console, alert.tenant, { visible: 'all', sentry: alert.sentry });
  const policy = version === null ? null : config.draftOn(alert.sentry, alert.policy, version);
  if (place === undefined || policy === null) return { ...period, steps: [] };
  const compiled = config
    .compileFor(place, [policy])
    .violations.find((one) => one.violation.description === alert.violation && one.subject === alert.subject);
  if (compiled === undefined || compiled.conditions.some(({ silence }) => silence)) return { ...period, steps: [] };
  const steps: TraceStep[] = [];
  const replay = new Replay(compiled, from - warmUp(compiled), (step) => {
    if (step.at >= from && step.at <= to && steps.length < MAX_STEPS) steps.push(step);
  });
  await feedReplays(ctx.db.console, alert.tenant, alert.sentry, [{ compiled, replay }], to, MAX_READINGS);
  replay.finish(to);
  return {
    ...period,
    steps: steps.map(({ at, code, condition, operand }) => {
      const about = condition === null ? undefined : compiled.conditions[condition];
      return {
        at: formatInstant(at),
        code,
        ...(about === undefined
          ? {}
          : {
              sensorMetricId: about.sensorMetricId,
              column: about.column,
              operator: about.operator,
              threshold: about.threshold,
              ...(comparesReadings(about.calc) ? {} : { calc: about.calc }),
              operand,
            }),
      };
    }),
  };
}
