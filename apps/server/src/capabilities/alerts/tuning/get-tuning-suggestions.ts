/**
 * Tuning suggestions from verdicts: for each violation of a policy the one change that would have avoided most false alarms,
 * found by replaying the stored readings. A change that would lose a real alert is never suggested.
 */

import { visibleLocations } from '@picket/domain/permissions';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { contentOf, requirePolicy } from '../../policies/index.ts';
import type { ConfigSource } from '../../tenant-config/index.ts';
import { DAY, findSuggestion, type Suggestion, type TuningSuggestions } from './find-suggestion.ts';
import { countVerdicts, listAlertsWithVerdict } from './verdict-store.ts';

const LOOKBACK: Millis = 90 * DAY;

export async function getTuningSuggestions(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  policyGuid: string,
): Promise<TuningSuggestions> {
  const policy = await requirePolicy(ctx, ctx.db, policyGuid);
  const to = ctx.clock.now();
  const from = to - LOOKBACK;
  const visible = visibleLocations(ctx.actor.permissions);
  const sql = ctx.db.console;
  const violations = await countVerdicts(sql, ctx.actor.tenant, policy.guid, visible, new Date(from));
  const alerts = await listAlertsWithVerdict(sql, ctx.actor.tenant, policy.guid, visible, new Date(from));
  const suggestions: Suggestion[] = [];
  const content = contentOf(policy);
  for (const violation of content.definition.violations) {
    const own = alerts.filter((alert) => alert.violation === violation.description);
    const found = await findSuggestion(ctx, source, { policy: policy.guid, content, violation }, own, to);
    if (found !== null) suggestions.push(found);
  }
  const total = (name: 'real' | 'false' | 'maintenance' | 'withoutVerdict'): number =>
    violations.reduce((sum, one) => sum + one[name], 0);
  return {
    from: formatInstant(from),
    to: formatInstant(to),
    counts: {
      real: total('real'),
      false: total('false'),
      maintenance: total('maintenance'),
      withoutVerdict: total('withoutVerdict'),
    },
    violations: [...violations],
    suggestions,
  };
}
