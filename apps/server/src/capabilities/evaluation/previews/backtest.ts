/**
 * Backtest: a draft and the version in force over the same stored readings, by the engine that runs live. Nothing is
 * written.
 */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { visibleLocations } from '@picket/domain/permissions';
import type { PolicyContent } from '@picket/domain/policies';
import type { Millis } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { visibleLocation } from '../../locations/index.ts';
import { checkContent, contentOf, requirePolicy, visibleZoneScope } from '../../policies/index.ts';
import { listSentryLocations, visibleSentry } from '../../sentries/index.ts';
import type { ConfigSource } from '../../tenant-config/index.ts';
import { parseRange } from './parse-range.ts';
import { replayedAlertOf, replayStored, type VariantResult } from './replay-stored.ts';

const MAX_RANGE: Millis = 400 * 86_400_000;

/** `policyGuid` null: the draft of a new policy, with no version in force. */
export async function backtest(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  policyGuid: string | null,
  input: ParsedBody<'POST /policies/{guid}/backtest'>,
): Promise<ResponseOf<'POST /policies/{guid}/backtest'>> {
  const { tenant, permissions } = ctx.actor;
  const range = parseRange(input, MAX_RANGE);
  if (input.location !== undefined) await visibleLocation(ctx, input.location);
  if (input.sentry !== undefined) await visibleSentry(ctx, input.sentry);
  const current = policyGuid === null ? null : contentOf(await requirePolicy(ctx, ctx.db, policyGuid));
  const content: PolicyContent = {
    definition: input.definition,
    doNotDisturb: input.doNotDisturb === undefined ? (current?.doNotDisturb ?? null) : input.doNotDisturb,
  };
  await checkContent(ctx.db.console, visibleZoneScope(ctx.actor), content);

  const config = await source.latest(tenant);
  const places = await listSentryLocations(ctx.db.console, tenant, {
    visible: visibleLocations(permissions),
    ...input,
  });
  const { results, readings } = await replayStored(
    ctx.db.console,
    config,
    places,
    [
      ({ guid }) => {
        if (policyGuid === null) return { guid: '', name: '', version: 1, ...content };
        // A draft of an override replaces the sentry's override.
        return input.isOverride ? config.pinnedOn(policyGuid, content) : config.draftOn(guid, policyGuid, content);
      },
      ({ guid }) => (policyGuid === null ? null : config.policyOn(guid, policyGuid)),
    ],
    range,
  );
  const [draft, inForce] = results;
  const series = new Map([...(draft?.series ?? []), ...(inForce?.series ?? [])]);
  return {
    draft: sideOf(draft),
    inForce: sideOf(inForce),
    sentries: places.length,
    readings,
    series: [...series.values()].map(({ place, sensorMetricId, column }) => ({
      sentry: place.guid,
      sensorMetricId,
      column,
    })),
    includesSilence: [content, ...(current === null ? [] : [current])].some(({ definition }) =>
      definition.violations.some(({ conditions }) =>
        conditions.some(({ sensorMetricId }) => sensorMetricId === SILENCE_METRIC),
      ),
    ),
  };
}

const sideOf = (result: VariantResult | undefined) => ({
  alerts: (result?.alerts ?? []).map(replayedAlertOf),
  nearMisses: result?.nearMisses ?? 0,
});
