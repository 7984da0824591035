/** Texts of alerts. */
import type { AlertOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { SENTRY_OFFLINE } from '@picket/domain/policies';
import { hasLimit } from '@picket/domain/series-limits';
import { type Formats, viewerTimezone } from '../../lib/formats.ts';
import { nameText } from '../../lib/kind-texts.ts';
import { statedProblemText } from '../../lib/stated-problem-text.ts';
import type { Translator } from '../../lib/texts.ts';
import type { StateName } from '../../ui/icons.tsx';
import { comparedText } from './compared-text.ts';

/** What happened, in the words of the reader. */
export function alertTitle(t: Translator, formats: Formats, alert: AlertOut): string {
  const { kind, message, policy, problem, violation } = alert;
  if (isEdit(kind))
    return t('alerts.editedTitle', { policy: nameText(t, policy?.name ?? message.split(':')[0] ?? message) });
  return problem === undefined ? nameText(t, violation ?? message) : statedProblemText(t, formats, problem);
}

/** The fluid sensor it is about; the subject of a system alert is a check, which its title says. */
export const sensorOf = ({ subject, problem }: AlertOut): string | undefined =>
  problem === undefined ? subject : undefined;

/** The name of the location, or "Every location". */
export const alertPlace = (t: Translator, alert: AlertOut): string => alert.location?.name ?? t('alerts.everyLocation');

/** The time zone for its times; for an alert about every location, the reader's own. */
export const alertTimezone = (alert: AlertOut): string => alert.location?.timezone ?? viewerTimezone();

/** The path of its page. An alert about every location is shown under the location the reader came from. */
export const alertPath = (alert: AlertOut, location = alert.location?.guid ?? 'all'): string =>
  `/locations/${location}/alert/${alert.guid}`;

/** The badge of an alert: its severity, unless it was withdrawn or its sentry is offline. */
export const alertState = (alert: AlertOut): StateName => {
  if (alert.withdrawn) return 'withdrawn';
  if (alert.sentryOffline || alert.policy?.name === SENTRY_OFFLINE) return 'offline';
  return alert.severityLabel;
};

/** "91.8 °F, limit 89.0 °F": the reading and the limit, for conditions with a meaningful limit. */
export function alertEvidence(t: Translator, formats: Formats, alert: AlertOut): string {
  return alert.conditions
    .flatMap((condition) => {
      const { sensorMetricId, operand, threshold } = condition;
      if (operand === null || sensorMetricId === SILENCE_METRIC || !hasLimit(condition)) return [];
      return [
        t('alerts.evidence', {
          value: comparedText(t, formats, condition, operand),
          limit: formats.operandText(condition, threshold),
        }),
      ];
    })
    .join(' · ');
}
