import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { LinkButton } from '../../ui/controls/button.tsx';
import { SimulateButton, SimulatedBadge } from '../sentries/index.ts';
import styles from './get-started.module.css';
import type { StepBodyProps } from './steps.ts';
import { refreshGetStarted } from './use-get-started.ts';

/** A sentry that reports: a device, or one that is simulated. */
export function SentryStep({ list, isDone, isNext }: StepBodyProps) {
  const t = useText();
  const { location, sentry, canSimulate } = list;
  if (location === undefined) return <p className="muted">{t('getstarted.sentryFirstLocation')}</p>;
  if (isDone && sentry !== undefined) return <Reporting sentry={sentry} />;
  return (
    <div className="stack-tight">
      <p className="muted">
        {sentry === undefined
          ? t('getstarted.connectTo', { location: location.name })
          : t('getstarted.noReadings', { sentry: sentry.name })}
      </p>
      <div className={styles.actions}>
        {sentry !== undefined && (
          <LinkButton
            to={`/locations/${sentry.location}/setup?sentry=${sentry.guid}`}
            variant={isNext ? 'filled' : 'default'}
          >
            {t('getstarted.continueWith', { sentry: sentry.name })}
          </LinkButton>
        )}
        {canSimulate && sentry?.isSimulated !== true && (
          <SimulateButton
            location={location.guid}
            variant={isNext && sentry === undefined ? 'filled' : 'default'}
            onDone={refreshGetStarted}
          />
        )}
        {sentry === undefined && (
          <>
            <LinkButton to={`/locations/${location.guid}/setup`} variant="default">
              {t('getstarted.connect')}
            </LinkButton>
            <LinkButton to={`/admin/integrations?location=${location.guid}`} variant="default">
              {t('getstarted.otherSensors')}
            </LinkButton>
          </>
        )}
      </div>
    </div>
  );
}

function Reporting({ sentry }: { readonly sentry: NonNullable<StepBodyProps['list']['sentry']> }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { name, isSimulated, lastReceivedAt, location } = sentry;
  return (
    <div className="row">
      <span className="muted num">
        {lastReceivedAt === undefined
          ? name
          : t('getstarted.lastSeen', { sentry: name, ago: formats.ago(lastReceivedAt, now) })}
      </span>
      {isSimulated && (
        <>
          <SimulatedBadge />
          <Link className="small" to={`/locations/${location}/demo`}>
            {t('getstarted.playScenario')}
          </Link>
          <Link className="small" to={`/locations/${location}/setup`}>
            {t('getstarted.connect')}
          </Link>
        </>
      )}
    </div>
  );
}
