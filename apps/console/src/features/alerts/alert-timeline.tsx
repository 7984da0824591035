/** What happened, step by step, with who was notified. */
import type { AlertDetailOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { type AlertCursor, useAlertCursor } from './alert-cursor.ts';
import styles from './alert-page.module.css';
import { alertTimezone } from './alert-text.ts';
import { stepText, stepTone } from './step-text.ts';

export interface TimelineEntry {
  readonly key: string;
  readonly at: string;
  /** The class of its mark. */
  readonly tone: string;
  readonly content: ReactNode;
}

interface Props {
  readonly alert: AlertDetailOut;
  /** Its notifications. */
  readonly notifications: readonly TimelineEntry[];
  /** How many were notified. */
  readonly notified: ReactNode;
}

export function AlertTimeline({ alert, notifications, notified }: Props) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const steps = alert.timeline.map((step, index) => ({
    key: `${step.at} ${step.code} ${index.toString()}`,
    at: step.at,
    tone: stepTone(step),
    content: <span>{stepText(t, formats, step)}</span>,
  }));
  // A stable order: what caused a notification stands before it.
  const entries: readonly TimelineEntry[] = [...steps, ...notifications].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
  // The head of the page says on which day it was raised.
  const timeText = formats.timesAmong([alert.raisedAt, ...entries.map(({ at }) => at)]);
  const cursor = useAlertCursor();
  const current =
    cursor === null ? undefined : entries.findLast(({ at }) => isShown(cursor, at) && Date.parse(at) <= cursor.at);
  return (
    <section className="card pad" aria-label={t('alerts.happened')}>
      <div className="row">
        <h2>{t('alerts.happened')}</h2>
        <span className="grow" />
        <span className="small muted">{notified}</span>
      </div>
      <ol className={styles.timeline}>
        {entries.map(({ key, at, tone, content }) => (
          <li key={key} className={styles[tone]} data-current={key === current?.key || undefined}>
            {cursor !== null && isShown(cursor, at) ? (
              <button
                type="button"
                className="link-button num"
                title={t('alerts.showInClip')}
                onClick={() => cursor.seek(Date.parse(at))}
              >
                {timeText(at)}
              </button>
            ) : (
              <span className="muted num">{timeText(at)}</span>
            )}
            <span className={styles.mark} />
            {content}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether the clip on the page shows it. */
const isShown = ({ from, to }: AlertCursor, at: string): boolean => Date.parse(at) >= from && Date.parse(at) <= to;
