/** Summarizes the difference between two versions of a policy. */
import type { AlertOut, BacktestOut } from '@picket/contracts/types';
import { type AlertDiff, type AlertSpan, diffAlerts } from '@picket/domain/alert-diff';
import type { Verdict } from '@picket/domain/verdicts';
import type { Formats } from '../../../lib/formats.ts';
import type { Translator } from '../../../lib/texts.ts';

export interface ChartAlert extends AlertSpan {
  readonly severity: number;
  readonly muted: boolean;
}

type ShownAlert = Pick<
  BacktestOut['draft']['alerts'][number],
  'violation' | 'subject' | 'severity' | 'raisedAt' | 'clearedAt' | 'muted'
>;

/** From the response of the server. */
export const toChartAlert = ({ violation, subject, severity, raisedAt, clearedAt, muted }: ShownAlert): ChartAlert => ({
  violation,
  ...(subject === undefined ? {} : { subject }),
  severity,
  muted,
  raisedAt: Date.parse(raisedAt),
  clearedAt: clearedAt === undefined ? null : Date.parse(clearedAt),
});

/** A recorded alert with its verdict. */
export interface AlertWithVerdict extends AlertSpan {
  readonly verdict: Verdict | null;
}

/** Returns the recorded alerts of policies; others have no violation. */
export const toAlertsWithVerdict = (alerts: readonly AlertOut[]): readonly (AlertWithVerdict & ChartAlert)[] =>
  alerts.flatMap(({ violation, verdict, ...alert }) =>
    violation === undefined ? [] : [{ ...toChartAlert({ ...alert, violation }), verdict: verdict?.verdict ?? null }],
  );

export interface BacktestSummary {
  readonly headline: string;
  readonly details: readonly string[];
  /** Regressions: a real alert that would be lost or late. */
  readonly warnings: readonly string[];
}

/** Smaller shifts are not mentioned. */
const MIN_SHIFT_SECONDS = 1;

/** What a text of the summary is formatted with. */
interface Words {
  readonly t: Translator;
  readonly formats: Formats;
}

/**
 * `formats`: those of the sentry's location. `hasDraft` false: nothing was changed, so there is nothing to compare.
 * Recorded alerts with a verdict are compared with the draft, whatever version raised them.
 */
export function summarizeBacktest(
  t: Translator,
  formats: Formats,
  inForce: readonly ChartAlert[],
  draft: readonly ChartAlert[],
  withVerdicts: readonly AlertWithVerdict[],
  options: { readonly hasDraft: boolean; readonly isNew: boolean; readonly days: number },
): BacktestSummary {
  const words = { t, formats };
  const { hasDraft, isNew, days } = options;
  if (isNew || !hasDraft) {
    const alerts = isNew ? draft : inForce;
    return {
      headline: t('simulation.summary.count', { count: alerts.length, days }),
      details: lengths(words, alerts),
      warnings: [],
    };
  }
  const difference = diffAlerts(inForce, draft);
  const real = withVerdicts.filter(({ verdict }) => verdict === 'REAL');
  return {
    headline: headlineOf(t, inForce.length, draft.length, days),
    details: detailsOf(words, difference, withVerdicts),
    warnings: warningsOf(words, real, draft),
  };
}

function headlineOf(t: Translator, before: number, after: number, days: number): string {
  if (before !== after) return t('simulation.summary.becomes', { before, after });
  return before === 0
    ? t('simulation.summary.unchangedNone', { days })
    : t('simulation.summary.unchanged', { count: before });
}

const lastedMillis = ({ raisedAt, clearedAt }: AlertSpan): number | null =>
  clearedAt === null ? null : clearedAt - raisedAt;

/** "5 min"; of an alert that is open, "still on". */
export const lastedText = (t: Translator, formats: Formats, alert: AlertSpan): string => {
  const lasted = lastedMillis(alert);
  return lasted === null ? t('simulation.stillOn') : formats.duration(lasted);
};

function lengths({ t, formats }: Words, alerts: readonly AlertSpan[]): readonly string[] {
  const known = alerts.flatMap((alert) => lastedMillis(alert) ?? []).sort((a, b) => a - b);
  const longest = known.at(-1);
  const middle = known[known.length >> 1];
  if (longest === undefined || middle === undefined) return [];
  return known.length === 1
    ? [t('simulation.summary.lastedOne', { duration: formats.duration(longest) })]
    : [t('simulation.summary.lasted', { half: formats.duration(middle), longest: formats.duration(longest) })];
}

function detailsOf(
  words: Words,
  { kept, merged, removed, added }: AlertDiff<ChartAlert, ChartAlert>,
  withVerdicts: readonly AlertWithVerdict[],
): readonly string[] {
  const { t } = words;
  const later = kept.flatMap(({ delaySeconds: seconds }) => (seconds >= MIN_SHIFT_SECONDS ? [seconds] : []));
  const earlier = kept.flatMap(({ delaySeconds: seconds }) => (seconds <= -MIN_SHIFT_SECONDS ? [-seconds] : []));
  return [
    ...removedTexts(words, removed, withVerdicts),
    ...(merged.length > 0 ? [t('simulation.summary.merged', { count: merged.length })] : []),
    ...(added.length > 0 ? [t('simulation.summary.added', { count: added.length })] : []),
    ...movedText(words, 'later', later, kept.length),
    ...movedText(words, 'earlier', earlier, kept.length),
  ];
}

function removedTexts(
  { t, formats }: Words,
  removed: readonly ChartAlert[],
  withVerdicts: readonly AlertWithVerdict[],
): readonly string[] {
  const over = removed.filter(({ clearedAt }) => clearedAt !== null);
  const open = removed.length - over.length;
  const stillOpen = open === 0 ? [] : [t('simulation.summary.stillOpen', { count: open })];
  if (over.length === 0) return stillOpen;
  const count = over.length;
  const longest = formats.duration(Math.max(...over.map((alert) => lastedMillis(alert) ?? 0)));
  const marked = countFalse(over, withVerdicts);
  return [
    ...stillOpen,
    marked === 0
      ? t('simulation.summary.removed', { count, longest })
      : t('simulation.summary.removedFalse', { count, longest, marked }),
  ];
}

function movedText(
  { t, formats }: Words,
  direction: 'later' | 'earlier',
  seconds: readonly number[],
  of: number,
): readonly string[] {
  if (seconds.length === 0) return [];
  const most = formats.duration(Math.max(...seconds) * 1000);
  const least = formats.duration(Math.min(...seconds) * 1000);
  const reach = least === most ? most : t('simulation.summary.reach', { least, most });
  if (of === 1) return [t(`simulation.summary.${direction}.one`, { reach })];
  return seconds.length === of
    ? [t(`simulation.summary.${direction}.all`, { reach })]
    : [t(`simulation.summary.${direction}.some`, { count: seconds.length, reach })];
}

function countFalse(alerts: readonly ChartAlert[], withVerdicts: readonly AlertWithVerdict[]): number {
  const { kept } = diffAlerts(
    withVerdicts.filter(({ verdict }) => verdict === 'FALSE_ALARM'),
    alerts,
  );
  return kept.length;
}

function warningsOf(
  { t, formats }: Words,
  real: readonly AlertWithVerdict[],
  draft: readonly ChartAlert[],
): readonly string[] {
  const { kept, removed } = diffAlerts(real, draft);
  return [
    ...removed.map((alert) => t('simulation.summary.realLost', { day: formats.day(alert.raisedAt) })),
    ...kept.flatMap(({ before, delaySeconds }) =>
      delaySeconds >= MIN_SHIFT_SECONDS
        ? [
            t('simulation.summary.realLate', {
              day: formats.day(before.raisedAt),
              delay: formats.duration(delaySeconds * 1000),
            }),
          ]
        : [],
    ),
  ];
}
