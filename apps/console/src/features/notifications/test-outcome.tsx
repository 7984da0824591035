/** What came of a test message: what the receiver answered, and whether it arrived, which only the user knows. */
import { Button } from '@mantine/core';
import type { DestinationOut } from '@picket/contracts/types';
import { isSettable } from '@picket/domain/channels';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { channelHelp } from './notification-texts.ts';
import styles from './test-outcome.module.css';
import type { TestResult } from './test-result.ts';

interface Props {
  readonly destination: DestinationOut;
  /** A text: the request failed. */
  readonly result: TestResult | string;
}

export function TestOutcome({ destination, result }: Props) {
  const t = useText();
  const formats = useFormats();
  if (typeof result === 'string' || !result.delivered)
    return (
      <div className={`${styles.outcome} ${styles.failed}`} role="alert">
        <strong>{t('notifications.notDelivered')}</strong>
        <Step state="failed" text={typeof result === 'string' ? result : result.response} />
      </div>
    );
  const { response, milliseconds = 0 } = result;
  const duration =
    milliseconds < 1000
      ? t('notifications.milliseconds', { count: milliseconds })
      : t('notifications.seconds', { count: formats.number(milliseconds / 1000, 1) });
  return (
    <div className={styles.outcome} role="status">
      <strong>{t('notifications.acceptedAfter', { duration })}</strong>
      <Step state="done" text={response} />
      <Arrival destination={destination} />
    </div>
  );
}

const ICONS = { done: IconCheck, failed: IconX, waiting: IconClock } as const;

function Step({ state, text }: { readonly state: keyof typeof ICONS; readonly text: string }) {
  const Icon = ICONS[state];
  return (
    <p className={styles.step} data-state={state}>
      <Icon size={16} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}

/** Accepted does not mean delivered. */
function Arrival({ destination }: { readonly destination: DestinationOut }) {
  const t = useText();
  const [hasArrived, setHasArrived] = useState<boolean | null>(null);
  if (hasArrived === true) return <Step state="done" text={t('notifications.arrived')} />;
  if (hasArrived === false) return <Step state="failed" text={channelHelp(t, destination.kind)} />;
  return (
    <>
      <Step state="waiting" text={t('notifications.waitingForYou')} />
      <div className={styles.ask}>
        <strong>
          {t('notifications.didItArrive', {
            receiver: isSettable(destination.kind) ? destination.name : destination.address,
          })}
        </strong>
        <span className={styles.answers}>
          <Button size="xs" variant="default" onClick={() => setHasArrived(false)}>
            {t('notifications.no')}
          </Button>
          <Button size="xs" onClick={() => setHasArrived(true)}>
            {t('notifications.itArrived')}
          </Button>
        </span>
      </div>
    </>
  );
}
