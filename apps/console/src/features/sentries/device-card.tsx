/** One device: how it is, what it is called, how it is replaced and removed. */
import { Button } from '@mantine/core';
import type { LatestReadingOut, SentryOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import { DeviceActions } from './device-actions.tsx';
import styles from './device-card.module.css';
import { DeviceHistory } from './device-history.tsx';
import { DeviceProperties } from './device-properties.tsx';
import { SentryBadges } from './sentry-badges.tsx';
import { SentryForm } from './sentry-form.tsx';
import { SimulationActions } from './simulation-actions.tsx';
import { useConnectivity } from './use-connectivity.ts';
import { useDeviceProperties } from './use-device-properties.ts';

interface Props {
  readonly sentry: SentryOut;
  /** undefined while they are missing. */
  readonly readings: readonly LatestReadingOut[] | undefined;
  /** The names of the other sentries of the location. */
  readonly others: readonly string[];
  readonly person: string;
  readonly mayChange: boolean;
  /** What those who know them say of its parts, such as its camera. */
  readonly parts: readonly (readonly [name: string, value: string])[];
  /** What can be done with one that has no device of its own, made by those who know it; null: the usual actions. */
  readonly actions: ReactNode;
  /** Its sensors, made by those who know them. */
  readonly children: ReactNode;
}

export function DeviceCard({ sentry, readings, others, person, mayChange, parts, actions, children }: Props) {
  const t = useText();
  const { isOnline } = useConnectivity(sentry);
  const isActive = sentry.activatedAt !== undefined;
  return (
    <section className={`card ${styles.device}`} aria-label={sentry.name}>
      <div className="row">
        <h2>{sentry.name}</h2>
        <SentryBadges sentry={sentry} isOnline={isOnline} />
        <span className="grow" />
        <DeviceLinks sentry={sentry} isActive={isActive} mayChange={mayChange} />
      </div>
      <DeviceProperties properties={[...useDeviceProperties(sentry, readings, mayChange), ...parts]} />
      <details>
        <summary>{t('sentries.device.sensors')}</summary>
        {children}
      </details>
      {mayChange && (
        <>
          <details>
            <summary>{t('sentries.device.settings')}</summary>
            <SentryForm sentry={sentry} others={others} person={person} />
          </details>
          {sentry.kind === undefined && <DeviceHistory sentry={sentry} />}
          {actions ?? <UsualActions sentry={sentry} isActive={isActive} />}
        </>
      )}
    </section>
  );
}

function UsualActions({ sentry, isActive }: Pick<LinksProps, 'sentry' | 'isActive'>) {
  return sentry.simulatedUntil === undefined ? (
    <DeviceActions sentry={sentry} isActive={isActive} />
  ) : (
    <SimulationActions sentry={sentry} simulatedUntil={sentry.simulatedUntil} />
  );
}

interface LinksProps {
  readonly sentry: SentryOut;
  readonly isActive: boolean;
  readonly mayChange: boolean;
}

function DeviceLinks({ sentry: { guid, location, name, kind }, isActive, mayChange }: LinksProps) {
  const t = useText();
  const path = `/locations/${location}/settings/devices/${guid}`;
  const values = { sentry: name, hidden };
  return (
    <>
      {isActive && (
        <Button size="xs" variant="default" component={Link} to={`${path}/policies`}>
          {t.rich('sentries.device.policies', values)}
        </Button>
      )}
      {mayChange && kind === undefined && (
        <Button size="xs" variant="default" component={Link} to={`${path}/network`}>
          {t.rich('sentries.device.network', values)}
        </Button>
      )}
    </>
  );
}
