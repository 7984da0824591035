/** What came of a test message: what the receiver answered, and whether it arrived, which only the user knows. */
import { Button } from '@mantine/core';
import type { DestinationOut } from '@picket/contracts/types';
import { isSettable } from '@picket/domain/channels';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './test-outcome.module.css';
import type { TestResult } from './test-result.ts';

interface Props {
  readonly destination: DestinationOut;
  /** A text: the request failed. */
  readonly result: TestResult | string;
}

export function TestOutcome({ destination, result }: Props) {
  if (typeof result === 'string' || !result.delivered)
    return (
      <div className={`${styles.outcome} ${styles.failed}`} role="alert">
        <strong>Not delivered</strong>
        <Step state="failed" text={typeof result === 'string' ? result : result.answer} />
      </div>
    );
  const { answer, milliseconds = 0 } = result;
  return (
    <div className={styles.outcome} role="status">
      <strong>
        Accepted after {milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`}
      </strong>
      <Step state="done" text={answer} />
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
  const [hasArrived, setHasArrived] = useState<boolean | null>(null);
  if (hasArrived === true) return <Step state="done" text="It arrived: alerts reach you here." />;
  if (hasArrived === false) return <Step state="failed" text={HELP[destination.kind]} />;
  return (
    <>
      <Step state="waiting" text="Waiting for you: accepted does not mean delivered" />
      <div className={styles.ask}>
        <strong>Did it arrive at {isSettable(destination.kind) ? destination.name : destination.address}?</strong>
        <span className={styles.answers}>
          <Button size="xs" variant="default" onClick={() => setHasArrived(false)}>
            No
          </Button>
          <Button size="xs" onClick={() => setHasArrived(true)}>
            Yes, it arrived
          </Button>
        </span>
      </div>
    </>
  );
}

const HELP: Readonly<Record<DestinationOut['kind'], string>> = {
  EMAIL:
    'Look into the spam folder. If it is not there, ask the administrator what became of it: the answer above helps.',
  PUSH: 'Check that the system allows notifications of this browser, and that it is not set to “Do not disturb”.',
  NTFY: 'Check that the app follows the same topic on the same server, and that the phone allows its notifications.',
  SLACK: 'Check that the webhook belongs to the channel you look at.',
  TEAMS: 'Check in Teams, under Workflows, that the workflow is on and posts to the channel you look at.',
  WEBHOOK: 'Check the log of the receiver: it answered as shown above.',
  APPRISE: 'Check the log of the Apprise server, and that a service has the tag.',
};
