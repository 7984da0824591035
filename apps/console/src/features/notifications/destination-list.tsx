/** Notification channels: one row each, with its health, a test with what came of it, and removal. */
import { Button } from '@mantine/core';
import type { DestinationOut } from '@picket/contracts/types';
import { isSettable, isSetUp } from '@picket/domain/channels';
import { type ReactNode, useState } from 'react';
import { problemText } from '../../lib/api.ts';
import { channelText } from '../../lib/kind-texts.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import { healthText } from './notification-texts.ts';
import { TestOutcome } from './test-outcome.tsx';
import type { TestResult } from './test-result.ts';

interface Props {
  readonly destinations: readonly DestinationOut[];
  /** Sends a test and returns the result; left out where the channels of another user are shown. */
  readonly onTest?: (destination: DestinationOut) => Promise<TestResult>;
  /** Stores whether a test arrived; with `onTest`. */
  readonly onArrival?: (destination: DestinationOut, arrived: boolean) => Promise<void>;
  readonly onRemove?: (destination: DestinationOut) => Promise<void>;
  /** More to do with one. */
  readonly more?: (destination: DestinationOut) => ReactNode;
  readonly mail: boolean;
  /** What to do where mail is not set up. */
  readonly noMail?: ReactNode;
}

export function DestinationList({ destinations, ...rest }: Props) {
  return (
    <ul className="list">
      {destinations.map((one) => (
        <Row key={one.guid} destination={one} {...rest} />
      ))}
    </ul>
  );
}

type RowProps = Omit<Props, 'destinations'> & { readonly destination: DestinationOut };

function Row({ destination, onTest, onArrival, onRemove, more, mail, noMail }: RowProps) {
  const t = useText();
  const { busy, result, run } = useRowActions(destination, onTest, onRemove);
  const { kind, name } = destination;
  if (!isSetUp(kind, mail))
    return (
      <li>
        <ChannelIcon kind={kind} />
        <DestinationName destination={destination} />
        <span className="muted small">{noMail ?? t('notifications.noMailServer')}</span>
      </li>
    );
  return (
    <li>
      <ChannelIcon kind={kind} />
      <DestinationName destination={destination} />
      <span className="side">
        <Health destination={destination} />
        {onTest !== undefined && (
          <Button size="xs" variant="default" loading={busy === 'test'} onClick={() => run('test')}>
            {t.rich('notifications.test', { name, hidden })}
          </Button>
        )}
        {more?.(destination)}
        {onRemove !== undefined && isSettable(kind) && (
          <Button size="xs" variant="default" loading={busy === 'remove'} onClick={() => run('remove')}>
            {t.rich('notifications.remove', { name, hidden })}
          </Button>
        )}
      </span>
      {result !== null && (
        <TestOutcome
          kind={kind}
          receiver={isSettable(kind) ? name : destination.address}
          result={result}
          onArrival={async (arrived) => onArrival?.(destination, arrived)}
        />
      )}
    </li>
  );
}

type RowAction = 'test' | 'remove';

function useRowActions(destination: DestinationOut, onTest: Props['onTest'], onRemove: Props['onRemove']) {
  const [busy, setBusy] = useState<RowAction | null>(null);
  const [result, setResult] = useState<TestResult | string | null>(null);
  const act = async (action: RowAction): Promise<void> => {
    setBusy(action);
    setResult(null);
    try {
      if (action === 'test' && onTest !== undefined) setResult(await onTest(destination));
      if (action === 'remove') await onRemove?.(destination);
    } catch (error) {
      setResult(problemText(error));
    } finally {
      setBusy(null);
    }
  };
  return { busy, result, run: (action: RowAction) => void act(action) };
}

function DestinationName({ destination: { kind, name, address, lastDeliveredAt } }: Pick<RowProps, 'destination'>) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  return (
    <span className="main">
      <strong>
        {channelText(t, kind)}
        {isSettable(kind) && `: ${name}`}
      </strong>
      <span className="muted small">
        {address}
        {lastDeliveredAt !== undefined &&
          ` · ${t('notifications.lastDelivered', { ago: formats.ago(lastDeliveredAt, now) })}`}
      </span>
    </span>
  );
}

const HEALTH_STATES = { FAILING: 'warning', WORKS: 'ok', NEVER_ATTEMPTED: 'none' } as const;

const Health = ({ destination }: Pick<RowProps, 'destination'>) => (
  <StateBadge state={HEALTH_STATES[destination.health]} label={healthText(useText(), destination)} />
);
