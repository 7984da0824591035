/** One discovered device in detail: adopt it, or see how it is used, or what it announces otherwise. */
import { CloseButton } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { AdoptForm } from './adopt-form.tsx';
import { AnnouncedDifferences } from './announced-differences.tsx';
import styles from './discovered.module.css';
import { EntityTable } from './entity-table.tsx';
import { ReplaceDevice } from './replace-device.tsx';
import type { Discovered } from './use-discovered.ts';
import type { SentryPlaces } from './use-sentry-places.ts';

interface Props {
  readonly device: Discovered;
  readonly source: string;
  readonly places: SentryPlaces;
  readonly locations: readonly LocationOut[];
  /** The location that is chosen first. */
  readonly location: string;
  readonly onClose: () => void;
}

export function DevicePanel({ device, source, places, locations, location, onClose }: Props) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  const { guid, name, maker, model, state } = device;
  // It opens far from the button that opens it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another device is opened
  useEffect(() => panel.current?.focus({ preventScroll: true }), [guid]);
  const product = [maker, model].filter((part) => part !== undefined).join(' ');
  return (
    <section ref={panel} className={`card ${styles.panel}`} aria-label={name} tabIndex={-1}>
      <div className={styles.head}>
        <div>
          <h2>{t(state === 'DISCOVERED' ? 'discovered.adoptTitle' : 'discovered.deviceTitle', { name })}</h2>
          <span className="small muted">
            {t('discovered.from', { product: product === '' ? t('discovered.noMaker') : product, source })}
          </span>
        </div>
        <CloseButton aria-label={t('common.close')} onClick={onClose} />
      </div>
      {state === 'DISCOVERED' ? (
        <>
          <AdoptForm
            key={guid}
            device={device}
            locations={locations}
            location={location}
            onAdopted={() => panel.current?.focus({ preventScroll: true })}
          />
          <ReplaceDevice
            key={`replace ${guid}`}
            device={device}
            onReplaced={() => panel.current?.focus({ preventScroll: true })}
          />
        </>
      ) : (
        <InUse device={device} places={places} />
      )}
    </section>
  );
}

/** After how long a silence it is overdue, and where that is from. */
function Expected({ device: { expectedInterval } }: Pick<Props, 'device'>) {
  const t = useText();
  const formats = useFormats();
  if (expectedInterval === undefined) return null;
  const { seconds, origin } = expectedInterval;
  return <p>{t(`discovered.expected.${origin}`, { interval: formats.duration(seconds * 1000) })}</p>;
}

/** How an adopted device is used. */
function InUse({ device, places }: Pick<Props, 'device' | 'places'>) {
  const t = useText();
  const { sentry, entities, differences } = device;
  const place = sentry === undefined ? undefined : places.get(sentry);
  return (
    <>
      {differences.length > 0 && <AnnouncedDifferences device={device} />}
      <EntityTable entities={entities} used={entities.filter(({ isUsed }) => isUsed).map(({ guid }) => guid)} />
      {place !== undefined && (
        <div className={styles.part}>
          <Expected device={device} />
          <p>
            {t.rich('discovered.adoptedAs', {
              sentry: () => <Link to={`/locations/${place.location}/settings/devices`}>{place.name}</Link>,
            })}{' '}
            <Link to={`/locations/${place.location}`}>{t('discovered.viewLocation')}</Link>
          </p>
        </div>
      )}
    </>
  );
}
