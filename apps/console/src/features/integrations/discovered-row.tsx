/** One discovered device: what it is, what it measures now, and what can be done with it. */
import { Button, Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './discovered.module.css';
import { entityName } from './entity-names.ts';
import { chargeOf, entityValue, headlinesOf, signalOf } from './entity-text.ts';
import { SeenAge } from './seen-age.tsx';
import { type Discovered, type DiscoveredEntity, restoreDevice } from './use-discovered.ts';
import type { SentryPlaces } from './use-sentry-places.ts';

interface Props {
  readonly device: Discovered;
  /** The name of its integration. */
  readonly source: string;
  readonly places: SentryPlaces;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Null: it cannot be adopted together with others. */
  readonly isSelected: boolean | null;
  readonly onSelect: () => void;
}

export function DiscoveredRow({ device, source, places, isOpen, onOpen, isSelected, onSelect }: Props) {
  const t = useText();
  const { name, maker, model, state } = device;
  const product = [maker, model].filter((part) => part !== undefined).join(' ');
  return (
    <li className={styles.row} data-open={isOpen} data-state={state}>
      <div className={styles.what}>
        <div className={styles.title}>
          {isSelected !== null && (
            <Checkbox aria-label={t('discovered.several.select', { name })} checked={isSelected} onChange={onSelect} />
          )}
          <h2>{name}</h2>
        </div>
        <span className="small muted">
          {t('discovered.from', { product: product === '' ? t('discovered.noMaker') : product, source })}
        </span>
        <Condition device={device} places={places} />
      </div>
      <Headline entities={device.entities} />
      <BatteryAndSignal entities={device.entities} />
      <RowAction device={device} isOpen={isOpen} onOpen={onOpen} />
    </li>
  );
}

/** What is to be known of its state: adopted as which sentry, announced differently, ignored, gone. */
function Condition({ device, places }: Pick<Props, 'device' | 'places'>) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { state, sentry, ignoredBy, unavailableSince, differences } = device;
  const place = sentry === undefined ? undefined : places.get(sentry);
  const [first] = differences;
  return (
    <>
      {place !== undefined && (
        <span className="small">
          {t.rich('discovered.adoptedAs', {
            sentry: () => <Link to={`/locations/${place.location}/settings/devices`}>{place.name}</Link>,
          })}
        </span>
      )}
      {first !== undefined && (
        <span>
          <StateBadge state="warning" label={t('discovered.changed', { entity: first.entity })} />
        </span>
      )}
      {state === 'IGNORED' && (
        <span>
          <StateBadge state="none" label={t('discovered.ignoredBy', { person: ignoredBy ?? '' })} />
        </span>
      )}
      {unavailableSince !== undefined && (
        <span>
          <StateBadge
            state="offline"
            label={t('discovered.unavailable', { ago: formats.ago(unavailableSince, now) })}
          />
        </span>
      )}
    </>
  );
}

interface EntitiesProps {
  readonly entities: readonly DiscoveredEntity[];
}

/** What it measures, with the age. */
function Headline({ entities }: EntitiesProps) {
  const t = useText();
  const formats = useFormats();
  const headlines = headlinesOf(entities).flatMap((entity) => {
    const shown = entityValue(t, formats, entity);
    return shown === null ? [] : [{ entity, shown }];
  });
  const [first] = headlines;
  if (first === undefined)
    return (
      <div className={styles.headline}>
        <span className={styles.nothing}>
          {t(entities.length === 0 ? 'discovered.noEntities' : 'discovered.noValues')}
        </span>
      </div>
    );
  const isKept = first.entity.value !== null && first.entity.at === undefined;
  return (
    <div className={`num ${styles.headline}`} data-kept={isKept}>
      <span className={styles.values}>
        {headlines.map(({ entity, shown }) => (
          <span key={entity.guid} className={styles.value}>
            {shown.text}
            <span className={styles.unit}>{shown.unit}</span>
          </span>
        ))}
      </span>
      <SeenAge entity={first.entity} name={entityName(t, first.entity.name)} />
    </div>
  );
}

/** The charge of its battery, and how well its gateway receives it. */
function BatteryAndSignal({ entities }: EntitiesProps) {
  const t = useText();
  const formats = useFormats();
  const textOf = (entity: DiscoveredEntity | undefined): string | null => {
    const shown = entity === undefined ? null : entityValue(t, formats, entity);
    return shown === null ? null : `${shown.text} ${shown.unit}`.trim();
  };
  const charge = textOf(chargeOf(entities));
  const signal = textOf(signalOf(entities));
  return (
    <div className={`small num ${styles.batteryAndSignal}`}>
      {charge !== null && <span>{t('discovered.battery', { charge })}</span>}
      {signal !== null && <span>{t('discovered.signal', { signal })}</span>}
    </div>
  );
}

function RowAction({ device, isOpen, onOpen }: Pick<Props, 'device' | 'isOpen' | 'onOpen'>) {
  const t = useText();
  const { guid, name, state } = device;
  const { busy, run } = useAction(() => restoreDevice(guid));
  const values = { name, hidden };
  return (
    <div className={styles.action}>
      {state === 'IGNORED' ? (
        <Button size="xs" variant="default" loading={busy} onClick={() => void run()}>
          {t.rich('discovered.restore', values)}
        </Button>
      ) : (
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={onOpen}>
          {t.rich(`discovered.open.${state}`, values)}
        </Button>
      )}
    </div>
  );
}
