import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { SimulateButton, SimulatedBadge } from '../sentries/index.ts';
import styles from './get-started.module.css';
import type { StepBodyProps } from './steps.ts';
import { refreshGetStarted } from './use-get-started.ts';

/** A sentry that reports: a device, or one that is simulated. */
export function SentryStep({ list, isDone, isNext }: StepBodyProps) {
  const { location, sentry, canSimulate } = list;
  if (location === undefined) return <p className="muted">Measures at a location, once there is one.</p>;
  if (isDone && sentry !== undefined) return <Reporting sentry={sentry} />;
  return (
    <div className="stack-tight">
      <p className="muted">
        {sentry === undefined
          ? `Connect a device to ${location.name}, or see how it works with a simulated one.`
          : `${sentry.name} has not reported any readings yet.`}
      </p>
      <div className={styles.actions}>
        {sentry !== undefined && (
          <Button
            component={Link}
            to={`/locations/${sentry.location}/setup?sentry=${sentry.guid}`}
            variant={isNext ? 'filled' : 'default'}
          >
            Continue with {sentry.name}
          </Button>
        )}
        {canSimulate && sentry?.isSimulated !== true && (
          <SimulateButton
            location={location.guid}
            variant={isNext && sentry === undefined ? 'filled' : 'default'}
            onDone={refreshGetStarted}
          />
        )}
        {sentry === undefined && (
          <Button component={Link} to={`/locations/${location.guid}/setup`} variant="default">
            Connect a device
          </Button>
        )}
      </div>
    </div>
  );
}

function Reporting({ sentry }: { readonly sentry: NonNullable<StepBodyProps['list']['sentry']> }) {
  const now = useNow();
  const { name, isSimulated, lastReceivedAt, location } = sentry;
  return (
    <div className="row">
      <span className="muted num">
        {name}
        {lastReceivedAt !== undefined && `, last seen ${formatAgo(lastReceivedAt, now)}`}
      </span>
      {isSimulated && (
        <>
          <SimulatedBadge />
          <Link className="small" to={`/locations/${location}/demo`}>
            Try a scenario
          </Link>
          <Link className="small" to={`/locations/${location}/setup`}>
            Connect a device
          </Link>
        </>
      )}
    </div>
  );
}
