/** Discovered devices with their live values; a long list is drawn in parts. On a narrow window the open device is below its row. */
import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useText } from '../../lib/texts.ts';
import styles from './discovered.module.css';
import { DiscoveredRow } from './discovered-row.tsx';
import type { Discovered } from './use-discovered.ts';
import type { SelectedDevices } from './use-selected-devices.ts';
import type { SentryPlaces } from './use-sentry-places.ts';

const PAGE_SIZE = 100;

interface Props {
  readonly devices: readonly Discovered[];
  readonly sourceOf: (guid: string) => string;
  readonly places: SentryPlaces;
  readonly opened: string | null;
  readonly onOpen: (guid: string) => void;
  /** Null: there are not several to select. */
  readonly selection: SelectedDevices | null;
  /** The open device, where it is shown in the list. */
  readonly children: ReactNode;
}

export function DiscoveredList({ devices, sourceOf, places, opened, onOpen, selection, children }: Props) {
  const t = useText();
  const [limit, setLimit] = useState(PAGE_SIZE);
  return (
    <div className="stack">
      <ul className={`card ${styles.list}`} aria-label={t('discovered.list')}>
        {devices.slice(0, limit).map((device) => (
          <Fragment key={device.guid}>
            <DiscoveredRow
              device={device}
              source={sourceOf(device.integration)}
              places={places}
              isOpen={device.guid === opened}
              onOpen={() => onOpen(device.guid)}
              isSelected={selection?.adoptable.includes(device) === true ? selection.selected.includes(device) : null}
              onSelect={() => selection?.toggle(device)}
            />
            {device.guid === opened && children !== null && <li>{children}</li>}
          </Fragment>
        ))}
      </ul>
      {devices.length > limit && (
        <div>
          <Button variant="default" onClick={() => setLimit((before) => before + PAGE_SIZE)}>
            {t('ui.showMore')}
          </Button>
        </div>
      )}
    </div>
  );
}
