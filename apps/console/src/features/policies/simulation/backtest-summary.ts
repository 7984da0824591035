/** Summarizes the difference between two versions of a policy. */
import type { AlertOut, BacktestOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { type AlertDiff, type AlertSpan, diffAlerts } from '@picket/domain/alert-diff';
import type { Verdict } from '@picket/domain/verdicts';
import { plural } from '../../../lib/plural.ts';

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

/**
 * `day`: how a day is written where the sentry is. `hasDraft` false: nothing was changed, so there is nothing to compare.
 * Recorded alerts with a verdict are compared with the draft, whatever version raised them.
 */
export function summarizeBacktest(
  inForce: readonly ChartAlert[],
  draft: readonly ChartAlert[],
  withVerdicts: readonly AlertWithVerdict[],
  options: {
    readonly day: (at: number) => string;
    readonly hasDraft: boolean;
    readonly isNew: boolean;
    readonly days: number;
  },
): BacktestSummary {
  const { day, hasDraft, isNew, days } = options;
  const over = `in the last ${days} days`;
  if (isNew)
    return {
      headline: draft.length === 0 ? `No alerts ${over}.` : `${plural(draft.length, 'alert')} ${over}.`,
      details: lengths(draft),
      warnings: [],
    };
  if (!hasDraft)
    return {
      headline: inForce.length === 0 ? `No alerts ${over}.` : `${plural(inForce.length, 'alert')} ${over}.`,
      details: lengths(inForce),
      warnings: [],
    };
  const difference = diffAlerts(inForce, draft);
  const real = withVerdicts.filter(({ verdict }) => verdict === 'REAL');
  return {
    headline: headlineOf(inForce.length, draft.length, over),
    details: detailsOf(difference, withVerdicts),
    warnings: warningsOf(real, draft, day),
  };
}

function headlineOf(before: number, after: number, over: string): string {
  if (before === after)
    return before === 0 ? `No alerts ${over}, unchanged.` : `${plural(before, 'alert')}, unchanged.`;
  return `${plural(before, 'alert')} ${before === 1 ? 'becomes' : 'become'} ${after === 0 ? 'none' : after}.`;
}

const lastedMillis = ({ raisedAt, clearedAt }: AlertSpan): number | null =>
  clearedAt === null ? null : clearedAt - raisedAt;

function lengths(alerts: readonly AlertSpan[]): readonly string[] {
  const known = alerts.flatMap((alert) => lastedMillis(alert) ?? []).sort((a, b) => a - b);
  const longest = known.at(-1);
  const middle = known[known.length >> 1];
  if (longest === undefined || middle === undefined) return [];
  return known.length === 1
    ? [`It lasted ${formatDuration(longest)}.`]
    : [`Half of them lasted ${formatDuration(middle)} or less, the longest ${formatDuration(longest)}.`];
}

function detailsOf(
  { kept, merged, removed, added }: AlertDiff<ChartAlert, ChartAlert>,
  withVerdicts: readonly AlertWithVerdict[],
): readonly string[] {
  const later = kept.flatMap(({ delaySeconds: seconds }) => (seconds >= MIN_SHIFT_SECONDS ? [seconds] : []));
  const earlier = kept.flatMap(({ delaySeconds: seconds }) => (seconds <= -MIN_SHIFT_SECONDS ? [-seconds] : []));
  return [
    ...goneText(removed, withVerdicts),
    ...(merged.length > 0 ? [`${plural(merged.length, 'more is', 'more are')} merged into a longer one.`] : []),
    ...(added.length > 0 ? [`${plural(added.length, 'new alert', 'new alerts')}.`] : []),
    ...(later.length > 0 ? [`${movedText(later, kept.length)} later.`] : []),
    ...(earlier.length > 0 ? [`${movedText(earlier, kept.length)} earlier.`] : []),
  ];
}

function goneText(gone: readonly ChartAlert[], withVerdicts: readonly AlertWithVerdict[]): readonly string[] {
  const over = gone.filter(({ clearedAt }) => clearedAt !== null);
  const on = gone.length - over.length;
  const standing =
    on === 0
      ? []
      : [on === 1 ? 'One of the removed alerts is still open.' : `${on} of the removed alerts are still open.`];
  if (over.length === 0) return standing;
  const longest = formatDuration(Math.max(...over.map((alert) => lastedMillis(alert) ?? 0)));
  const isFalse = countFalse(over, withVerdicts);
  if (over.length === 1)
    return [...standing, `The removed alert lasted ${longest}${isFalse === 0 ? '' : ' and was marked false'}.`];
  const marked = isFalse === 0 ? '' : `, ${isFalse} of them marked false`;
  return [...standing, `The ${over.length} removed alerts lasted ${longest} at most${marked}.`];
}

function movedText(seconds: readonly number[], of: number): string {
  const most = formatDuration(Math.max(...seconds) * 1000);
  const least = formatDuration(Math.min(...seconds) * 1000);
  const reach = least === most ? most : `${least} to ${most}`;
  return of === 1
    ? `It is raised ${reach}`
    : seconds.length === of
      ? `All are raised ${reach}`
      : `${plural(seconds.length, 'is', 'are')} raised ${reach}`;
}

function countFalse(alerts: readonly ChartAlert[], withVerdicts: readonly AlertWithVerdict[]): number {
  const { kept } = diffAlerts(
    withVerdicts.filter(({ verdict }) => verdict === 'FALSE_ALARM'),
    alerts,
  );
  return kept.length;
}

function warningsOf(
  real: readonly AlertWithVerdict[],
  draft: readonly ChartAlert[],
  day: (at: number) => string,
): readonly string[] {
  const { kept, removed } = diffAlerts(real, draft);
  return [
    ...removed.map((alert) => `The real alert of ${day(alert.raisedAt)} would not be raised.`),
    ...kept.flatMap(({ before, delaySeconds }) =>
      delaySeconds >= MIN_SHIFT_SECONDS
        ? [`The real alert of ${day(before.raisedAt)} would be raised ${formatDuration(delaySeconds * 1000)} later.`]
        : [],
    ),
  ];
}
