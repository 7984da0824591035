/** The notifications of an alert as entries of what happened: those of one second with one outcome are one. */
import type { AlertDetailOut } from '@picket/contracts/types';
import { recipientText } from '@picket/i18n/actor-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { Fragment, type ReactNode } from 'react';
import type { Formats } from '../../lib/formats.ts';
import { listText } from '../../lib/list-text.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import styles from './delivery-entries.module.css';
import { deliveryLine, notifiedText, reasonText, recipientChannelText } from './notification-texts.ts';

type Delivery = AlertDetailOut['deliveries'][number];

interface Entry {
  readonly key: string;
  readonly at: string;
  /** As a mark of the timeline. */
  readonly tone: '' | 'good' | 'hit';
  readonly content: ReactNode;
}

const TONES: Partial<Record<Delivery['state'], Entry['tone']>> = { SENT: 'good', FAILED: 'hit' };
const instantOf = ({ settledAt, at }: Delivery): string => settledAt ?? at;

export function deliveryEntries(
  t: Translator,
  formats: Formats,
  { deliveries }: Pick<AlertDetailOut, 'deliveries'>,
  timezone: string,
): readonly Entry[] {
  const groups = Map.groupBy(deliveries, (one) =>
    [instantOf(one).slice(0, 19), one.state, one.suppressedFor ?? '', deliveryLine(t, formats, one)].join(' '),
  );
  return [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const content = <Deliveries key={key} deliveries={group} first={first} timezone={timezone} />;
    return [{ key, at: instantOf(first), tone: TONES[first.state] ?? '', content }];
  });
}

interface Props {
  readonly deliveries: readonly Delivery[];
  readonly first: Delivery;
  readonly timezone: string;
}

function Deliveries({ deliveries, first, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const recipients = deliveries.map((one) => {
    const channel = recipientChannelText(t, one);
    const name = recipientText(sharedTextsOf(t), one.to);
    return channel === '' ? name : `${name} (${channel})`;
  });
  const attempts = deliveries.flatMap((one) => one.attempts);
  // The entry itself has its day in the timeline.
  const timeText = formats.timesAmong([instantOf(first), ...attempts.map(({ at }) => at)]);
  return (
    <div className={first.state === 'SKIPPED' || first.state === 'SUPPRESSED' ? 'muted' : undefined}>
      <span>
        <strong>{listText(t, recipients)}</strong> {deliveryLine(t, formats, first)}
        {first.state === 'FAILED' && (
          <Fragment>
            {' '}
            <StateBadge state="critical" label={t('notifications.message.FAILED')} />
          </Fragment>
        )}
      </span>
      {first.suppressedFor !== undefined && first.state !== 'SUPPRESSED' && (
        <p className="small muted">
          {t('notifications.suppressedBefore', { reason: reasonText(t, first.suppressedFor) })}
        </p>
      )}
      {attempts.length > 0 && (
        <details className={styles.attempts}>
          <summary>{t('notifications.attempts', { count: attempts.length })}</summary>
          <ol>
            {attempts.map((attempt, index) => (
              <li key={`${attempt.at} ${index.toString()}`} className="small num">
                {timeText(attempt.at)} {attemptText(t, attempt)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** What came of an attempt, and what the receiver answered. */
function attemptText(t: Translator, { delivered, response }: Delivery['attempts'][number]): string {
  const outcome = delivered === undefined ? 'unknown' : delivered ? 'delivered' : 'notDelivered';
  const text = t(`notifications.attempt.${outcome}`);
  return response === undefined ? text : `${text}: ${response}`;
}

/** How many were notified, or why nobody is. */
export function NotifiedCount({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  return <>{notifiedText(t, alert)}</>;
}
