/** Adopts the selected devices at one location; those that were refused are listed with the reason and stay selected. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { showToast } from '../../ui/toasts.ts';
import { useAction } from '../../ui/use-action.ts';
import { adoptSeveral, MAX_SELECTED, type NotAdopted } from './adopt-several.ts';
import styles from './discovered.module.css';
import type { SelectedDevices } from './use-selected-devices.ts';

interface Props {
  readonly selection: SelectedDevices;
  readonly locations: readonly LocationOut[];
  /** The location that is chosen first. */
  readonly location: string;
}

export function AdoptSelected({ selection, locations, location }: Props) {
  const t = useText();
  const { adoptable, selected, selectAll } = selection;
  const count = Math.min(adoptable.length, MAX_SELECTED);
  return (
    <section className={`card ${styles.several}`} aria-label={t('discovered.several.title')}>
      <Checkbox
        label={t(adoptable.length > MAX_SELECTED ? 'discovered.several.first' : 'discovered.several.all', { count })}
        checked={selected.length > 0 && selected.length >= count}
        indeterminate={selected.length > 0 && selected.length < count}
        onChange={(event) => selectAll(event.currentTarget.checked)}
      />
      {selected.length > 0 && <AdoptionAction selection={selection} locations={locations} location={location} />}
    </section>
  );
}

function AdoptionAction({ selection: { selected }, locations, location: first }: Props) {
  const t = useText();
  const [location, setLocation] = useState(first);
  const [progress, setProgress] = useState<{ readonly done: number; readonly count: number } | null>(null);
  const [refused, setRefused] = useState<readonly NotAdopted[]>([]);
  // One that was adopted by itself since, or is not selected any more, needs no reason.
  const shown = refused.filter(({ device }) => selected.some(({ guid }) => guid === device.guid));
  const { busy, run } = useAction(async () => {
    setRefused([]);
    // What is selected becomes less meanwhile: adopted devices are none of it.
    const { length } = selected;
    setProgress({ done: 0, count: length });
    const left = await adoptSeveral(selected, location, (done) => setProgress({ done, count: length }));
    setRefused(left);
    const count = length - left.length;
    if (count > 0) showToast(t('discovered.several.adopted', { count }), nameOf(locations, location));
  });
  return (
    <>
      <div className="row">
        <NativeSelect
          aria-label={t('discovered.location')}
          data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
          value={location}
          disabled={busy}
          onChange={(event) => setLocation(event.currentTarget.value)}
        />
        <Button loading={busy} onClick={() => void run()}>
          {t('discovered.several.adopt', { count: selected.length })}
        </Button>
        {busy && progress !== null && (
          <span className="small muted num" role="status">
            {t('discovered.several.adopting', progress)}
          </span>
        )}
      </div>
      <p className="small muted">{t('discovered.several.help')}</p>
      {shown.length > 0 && (
        <div role="alert">
          <ul className={`problem-text small ${styles.refused}`} aria-label={t('discovered.several.refused')}>
            {shown.map(({ device, problem }) => (
              <li key={device.guid}>{t('discovered.several.problem', { name: device.name, problem })}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const nameOf = (locations: readonly LocationOut[], guid: string): string =>
  locations.find((one) => one.guid === guid)?.name ?? '';
