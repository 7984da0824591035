/** Parts of an override that have no effect, since the policy no longer has them. */
import { leadingColumnOf, METRIC_KINDS } from '@picket/domain/metrics';
import { metricSentenceText, nameText } from '../../../lib/kind-texts.ts';
import { listText } from '../../../lib/list-text.ts';
import type { Translator } from '../../../lib/texts.ts';

/** `violations/Too hot` is a violation, `violations/Too hot/environment_temperature` a condition of it. */
function partText(t: Translator, part: string): string {
  const path = part.replace(/^violations\//u, '');
  const metric = METRIC_KINDS.find((kind) => path.endsWith(`/${kind}`));
  if (metric === undefined) return nameText(t, path);
  const violation = path.slice(0, -metric.length - 1);
  return `${nameText(t, violation)}: ${metricSentenceText(t, metric, leadingColumnOf(metric))}`;
}

export const dormantText = (t: Translator, parts: readonly string[]): string =>
  t('policies.origin.dormant', {
    parts: listText(
      t,
      parts.map((part) => partText(t, part)),
    ),
  });
