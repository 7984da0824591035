/** What came of a test message: what the receiver did, and whether it arrived, which only the user knows. */

import type { ChannelKind } from '@picket/domain/channels';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { channelHelp } from './notification-texts.ts';
import styles from './test-outcome.module.css';
import { durationText, type StageFacts, stageTexts } from './test-outcome-text.ts';
import type { TestResult } from './test-result.ts';

interface Props {
  readonly kind: ChannelKind;
  /** Where it was sent, as the user knows it. */
  readonly receiver: string;
  /** A text: the request failed. */
  readonly result: TestResult | string;
  /** Of the mail server, where it is known. */
  readonly server?: Omit<StageFacts, 'response'>;
  /** Stores whether it arrived. */
  readonly onArrival: (arrived: boolean) => Promise<void>;
}

export function TestOutcome({ kind, receiver, result, server = {}, onArrival }: Props) {
  const t = useText();
  const formats = useFormats();
  const {
    delivered,
    response,
    stages = [],
  } = typeof result === 'string' ? { delivered: false, response: result } : result;
  const reached = stageTexts(t, formats, stages, { ...server, response });
  if (!delivered)
    return (
      <div className={`${styles.outcome} ${styles.failed}`} role="alert">
        <strong>{t('notifications.notDelivered')}</strong>
        {reached.map(({ stage, text, duration }) => (
          <Step key={stage} state="done" text={text} duration={duration} />
        ))}
        <Step state="failed" text={response} />
      </div>
    );
  const { milliseconds = 0 } = typeof result === 'string' ? {} : result;
  return (
    <div className={styles.outcome} role="status">
      <strong>{t('notifications.acceptedAfter', { duration: durationText(t, formats, milliseconds) })}</strong>
      {reached.length === 0 && <Step state="done" text={response} />}
      {reached.map(({ stage, text, duration }) => (
        <Step key={stage} state="done" text={text} duration={duration} />
      ))}
      <Arrival kind={kind} receiver={receiver} onArrival={onArrival} />
    </div>
  );
}

const ICONS = { done: IconCheck, failed: IconX, waiting: IconClock } as const;

interface StepProps {
  readonly state: keyof typeof ICONS;
  readonly text: string;
  readonly duration?: string;
}

function Step({ state, text, duration }: StepProps) {
  const Icon = ICONS[state];
  return (
    <p className={styles.step} data-state={state}>
      <Icon size={16} aria-hidden="true" />
      <span>{text}</span>
      {duration !== undefined && <span className="muted num">{duration}</span>}
    </p>
  );
}

/** Accepted does not mean delivered. */
function Arrival({ kind, receiver, onArrival }: Pick<Props, 'kind' | 'receiver' | 'onArrival'>) {
  const t = useText();
  const [hasArrived, setHasArrived] = useState<boolean | null>(null);
  const yes = useAction(() => confirm(true));
  const no = useAction(() => confirm(false));
  const confirm = async (arrived: boolean): Promise<void> => {
    await onArrival(arrived);
    setHasArrived(arrived);
  };
  if (hasArrived === true) return <Step state="done" text={t('notifications.arrived')} />;
  if (hasArrived === false) return <Step state="failed" text={channelHelp(t, kind)} />;
  return (
    <>
      <Step state="waiting" text={t('notifications.waitingForYou')} />
      <div className={styles.ask}>
        <strong>{t('notifications.didItArrive', { receiver })}</strong>
        <span className={styles.answers}>
          <Button size="xs" variant="default" loading={no.busy} onClick={() => void no.run()}>
            {t('notifications.no')}
          </Button>
          <Button size="xs" loading={yes.busy} onClick={() => void yes.run()}>
            {t('notifications.itArrived')}
          </Button>
        </span>
      </div>
    </>
  );
}
