/** How a sentry comes to a location: a device of Picket, or a simulated one. */

import { Button } from '@mantine/core';
import type { SentryOut, SetupOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { useProfile } from '../../session/index.ts';
import { SimulateButton } from '../simulate-button.tsx';
import { NewSentryForm } from './new-sentry-form.tsx';
import styles from './setup.module.css';

interface Props {
  readonly setup: SetupOut;
  readonly onAdded: (sentry: SentryOut, code: string | null) => void;
}

export function SetupChoice({ setup, onAdded }: Props) {
  const t = useText();
  const { permissions } = useProfile();
  const { location, simulationsLeft } = setup;
  return (
    <>
      {setup.sentryNames.length === 0 && <p className="muted">{t('setup.locationAdded')}</p>}
      <div className={styles.choice}>
        <Choice title={t('setup.device.title')} text={t('setup.device.text')}>
          <NewSentryForm
            location={location.guid}
            takenNames={setup.sentryNames}
            onAdded={(sentry) => onAdded(sentry, sentry.activationCode)}
          />
          <Hardware />
        </Choice>
        {isAdmin(permissions) && (
          <Choice title={t('setup.own.title')} text={t('setup.own.text')}>
            <div>
              <Button variant="default" component={Link} to={`/admin/integrations?location=${location.guid}`}>
                {t('setup.own.open')}
              </Button>
            </div>
          </Choice>
        )}
        {simulationsLeft !== undefined && (
          <Choice title={t('setup.simulate.title')} text={t('setup.simulate.text')}>
            <div className="stack-tight">
              <div>
                <SimulateButton
                  location={location.guid}
                  disabled={simulationsLeft === 0}
                  onDone={(sentry) => onAdded(sentry, null)}
                />
              </div>
              {simulationsLeft === 0 && <p className="small muted">{t('setup.simulate.full')}</p>}
            </div>
          </Choice>
        )}
      </div>
    </>
  );
}

function Choice({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={`card pad stack ${styles.option}`} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

function Hardware() {
  const t = useText();
  return (
    <details>
      <summary>{t('setup.hardware.title')}</summary>
      <ul className={`small ${styles.hardware}`}>
        <li>{t('setup.hardware.temperature')}</li>
        <li>{t('setup.hardware.humidity')}</li>
        <li>{t('setup.hardware.power')}</li>
        <li>{t('setup.hardware.other')}</li>
      </ul>
      <p className="small muted">{t('setup.hardware.none')}</p>
    </details>
  );
}
