/** Discovered devices: the filter, the list, and one of them in detail. */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { LocationOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { AdoptSelected } from './adopt-selected.tsx';
import { DevicePanel } from './device-panel.tsx';
import styles from './discovered.module.css';
import { DiscoveredFilters } from './discovered-filters.tsx';
import { DiscoveredList } from './discovered-list.tsx';
import { GuideLink } from './guide-link.tsx';
import { type DiscoveredFilter, useDiscovered } from './use-discovered.ts';
import { useGateways } from './use-gateways.ts';
import { type Integration, useIntegrations } from './use-integrations.ts';
import { useSelectedDevices } from './use-selected-devices.ts';
import { useSentryPlaces } from './use-sentry-places.ts';

const WIDE = '(min-width: 1100px)';

interface Props {
  readonly locations: readonly LocationOut[];
  /** The location that is chosen first when a device is adopted. */
  readonly location: string;
}

export function DiscoveredView({ locations, location }: Props) {
  const t = useText();
  const filter = useDiscovered();
  const integrations = useIntegrations();
  const { list } = filter;
  const error = list.data === undefined ? list.error : integrations.error;
  if (error !== undefined && (list.data === undefined || integrations.data === undefined))
    return (
      <Problem
        title={t('discovered.loadProblem')}
        text={problemText(error)}
        onRetry={() => void Promise.all([list.mutate(), integrations.mutate()])}
      />
    );
  if (list.data === undefined || integrations.data === undefined)
    return <div className="skeleton" style={{ height: 480 }} aria-hidden="true" />;
  if (integrations.data.items.length === 0) return <NoSource location={location} />;
  const { items: sources } = integrations.data;
  return (
    <>
      <DiscoveredFilters filter={filter} integrations={sources} counts={list.data.counts} />
      <Devices filter={filter} sources={sources} locations={locations} location={location} />
    </>
  );
}

interface DevicesProps extends Props {
  readonly filter: DiscoveredFilter;
  readonly sources: readonly Integration[];
}

function Devices({ filter, sources, locations, location }: DevicesProps) {
  const t = useText();
  const isWide = useMediaQuery(WIDE);
  const places = useSentryPlaces();
  const devices = filter.list.data?.items ?? [];
  const selection = useSelectedDevices(devices);
  const gateways = useGateways().data?.items ?? [];
  if (devices.length === 0) return <NothingFound filter={filter} />;
  const areSeveral = selection.adoptable.length > 1 || selection.selected.length > 0;
  const sourceOf = (guid: string): string => {
    const { name: source = '', readBy } = sources.find((one) => one.guid === guid) ?? {};
    const gateway = gateways.find((one) => one.guid === readBy)?.name;
    return gateway === undefined ? source : t('discovered.through', { source, gateway });
  };
  const opened = devices.find(({ guid }) => guid === filter.device);
  const panel: ReactNode =
    opened === undefined || opened.state === 'IGNORED' ? null : (
      <DevicePanel
        device={opened}
        source={sourceOf(opened.integration)}
        places={places}
        locations={locations}
        location={location}
        onClose={() => filter.change('device', null)}
      />
    );
  return (
    <div className={styles.split} data-split={panel !== null && isWide === true}>
      <div className="stack">
        {areSeveral && <AdoptSelected selection={selection} locations={locations} location={location} />}
        <DiscoveredList
          devices={devices}
          sourceOf={sourceOf}
          places={places}
          opened={panel === null ? null : filter.device}
          onOpen={(guid) => filter.change('device', guid === filter.device ? null : guid)}
          selection={areSeveral ? selection : null}
        >
          {isWide === true ? null : panel}
        </DiscoveredList>
      </div>
      {isWide === true && panel !== null && <aside aria-label={t('discovered.details')}>{panel}</aside>}
    </div>
  );
}

function NothingFound({ filter: { search, source, state } }: { readonly filter: DiscoveredFilter }) {
  const t = useText();
  if (search.trim() !== '' || source !== null || state !== null)
    return <p className="muted">{t('discovered.noMatch')}</p>;
  return (
    <section className="card empty">
      <h2>{t('discovered.none')}</h2>
      <p className="muted">{t('discovered.noneText')}</p>
      <GuideLink />
    </section>
  );
}

function NoSource({ location }: Pick<Props, 'location'>) {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('discovered.noSource')}</h2>
      <p className="muted">{t('discovered.noSourceText')}</p>
      <Button component={Link} to={`/admin/integrations?location=${location}`}>
        {t('discovered.connect')}
      </Button>
      <GuideLink />
    </section>
  );
}
