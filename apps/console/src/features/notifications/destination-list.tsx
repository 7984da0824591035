/** Notification channels: the health of each, a test with its response, and removal. */

import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { DestinationOut } from '@picket/contracts/types';
import { isSettable, isSetUp } from '@picket/domain/channels';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { problemText } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { channelName, healthText } from './notification-labels.ts';
import './notifications.css';

export type TestResult = ResponseOf<'POST /destinations/{guid}/test'>;

interface Props {
  readonly destinations: readonly DestinationOut[];
  /** Sends a test and returns the result; left out where the channels of another user are shown. */
  readonly onTest?: (destination: DestinationOut) => Promise<TestResult>;
  readonly onRemove?: (destination: DestinationOut) => Promise<void>;
  /** More to do with one. */
  readonly more?: (destination: DestinationOut) => ReactNode;
  readonly mail: boolean;
}

export function DestinationList({ destinations, onTest, onRemove, more, mail }: Props) {
  return (
    <ul className="list">
      {destinations.map((one) => (
        <Row
          key={one.guid}
          destination={one}
          mail={mail}
          {...(onTest === undefined ? {} : { onTest })}
          {...(onRemove === undefined ? {} : { onRemove })}
          {...(more === undefined ? {} : { more })}
        />
      ))}
    </ul>
  );
}

type RowProps = Omit<Props, 'destinations'> & { readonly destination: DestinationOut };

function Row({ destination, onTest, onRemove, more, mail }: RowProps) {
  const now = useNow();
  const [busy, setBusy] = useState<'test' | 'remove' | null>(null);
  const [result, setResult] = useState<TestResult | string | null>(null);
  const isOff = !isSetUp(destination.kind, mail);
  const run = async (what: 'test' | 'remove'): Promise<void> => {
    setBusy(what);
    setResult(null);
    try {
      if (what === 'test' && onTest !== undefined) setResult(await onTest(destination));
      if (what === 'remove') await onRemove?.(destination);
    } catch (error) {
      setResult(problemText(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <li>
      <span className="main">
        <strong>
          {channelName(destination.kind)}
          {isSettable(destination.kind) && `: ${destination.name}`}
        </strong>
        <span className="muted small">
          {destination.address}
          {destination.lastDeliveredAt !== undefined &&
            ` · last delivered ${formatAgo(destination.lastDeliveredAt, now)}`}
        </span>
      </span>
      <span className="side">
        {isOff ? (
          <span className="muted small">No mail server is set up</span>
        ) : (
          <StateBadge
            state={destination.health === 'FAILING' ? 'warning' : destination.health === 'WORKS' ? 'ok' : 'none'}
            label={healthText(destination)}
          />
        )}
        {onTest !== undefined && !isOff && (
          <Button size="xs" variant="default" loading={busy === 'test'} onClick={() => void run('test')}>
            Send a test<span className="visually-hidden"> to {destination.name}</span>
          </Button>
        )}
        {more?.(destination)}
        {onRemove !== undefined && isSettable(destination.kind) && (
          <Button size="xs" variant="default" loading={busy === 'remove'} onClick={() => void run('remove')}>
            Remove<span className="visually-hidden"> {destination.name}</span>
          </Button>
        )}
      </span>
      {result !== null && <TestOutcome result={result} />}
    </li>
  );
}

/** The response to a test. */
function TestOutcome({ result }: { readonly result: TestResult | string }) {
  if (typeof result === 'string')
    return (
      <p className="result-line bad" role="alert">
        {result}
      </p>
    );
  const { delivered, answer, milliseconds } = result;
  return (
    <p className={`result-line ${delivered ? 'good' : 'bad'}`} role={delivered ? 'status' : 'alert'}>
      <strong>{delivered ? `Delivered after ${milliseconds} ms` : 'Not delivered'}</strong>
      <span className="small">{answer}</span>
    </p>
  );
}
