/** How a sentry comes to a location: a device of Picket, or a simulated one. */
import type { SentryOut, SetupOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { SimulateButton } from '../simulate-button.tsx';
import { NewSentryForm } from './new-sentry-form.tsx';
import styles from './setup.module.css';

interface Props {
  readonly setup: SetupOut;
  readonly onAdded: (sentry: SentryOut, code: string | null) => void;
}

export function SetupChoice({ setup, onAdded }: Props) {
  const { location, simulationsLeft } = setup;
  return (
    <>
      {setup.sentryNames.length === 0 && (
        <p className="muted">The location is added. Now add what measures there, or do so later.</p>
      )}
      <div className={styles.choice}>
        <Choice title="Connect a device" text="A Raspberry Pi or another computer that runs the Picket sentry.">
          <NewSentryForm
            location={location.guid}
            takenNames={setup.sentryNames}
            onAdded={(sentry) => onAdded(sentry, sentry.activationCode)}
          />
          <Hardware />
        </Choice>
        {simulationsLeft !== undefined && (
          <Choice
            title="Simulate a sentry"
            text="No hardware at hand? See readings, alerts and notifications with made-up values. It is marked as simulated, and removed after 24 hours unless you keep it."
          >
            <div className="stack-tight">
              <div>
                <SimulateButton
                  location={location.guid}
                  disabled={simulationsLeft === 0}
                  onDone={(sentry) => onAdded(sentry, null)}
                />
              </div>
              {simulationsLeft === 0 && (
                <p className="small muted">There are as many as possible. Remove one first, under Devices.</p>
              )}
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
  return (
    <details>
      <summary>Which hardware works?</summary>
      <ul className={`small ${styles.hardware}`}>
        <li>Temperature: thermal zones and hwmon sensors of Linux, such as a DS18B20, SHT3x or BME280.</li>
        <li>Humidity: hwmon sensors, such as an SHT3x or BME280.</li>
        <li>Power: mains adapters and batteries that Linux shows, such as those of a laptop.</li>
        <li>Anything else that can send JSON over HTTPS or MQTT: Picket’s API takes its readings.</li>
      </ul>
      <p className="small muted">A computer without such sensors comes online, but has nothing to report.</p>
    </details>
  );
}
