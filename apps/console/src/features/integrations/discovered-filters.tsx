/** Which discovered devices are listed: by a search, their source and their state. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import styles from './discovered.module.css';
import { DISCOVERED_STATES, type DiscoveredFilter, type DiscoveredList } from './use-discovered.ts';
import type { Integration } from './use-integrations.ts';

interface Props {
  readonly filter: DiscoveredFilter;
  readonly integrations: readonly Integration[];
  readonly counts: DiscoveredList['counts'];
}

export function DiscoveredFilters({ filter, integrations, counts }: Props) {
  const t = useText();
  const all = DISCOVERED_STATES.reduce((sum, state) => sum + counts[state], 0);
  return (
    <div className={styles.filters}>
      <TextInput
        className={styles.search ?? ''}
        aria-label={t('discovered.search')}
        placeholder={t('discovered.search')}
        value={filter.search}
        onChange={(event) => filter.change('q', event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('discovered.source')}
        value={filter.source ?? ''}
        onChange={(event) => filter.change('source', event.currentTarget.value)}
        data={[
          { value: '', label: t('discovered.allSources') },
          ...integrations.map(({ guid, name }) => ({ value: guid, label: name })),
        ]}
      />
      <fieldset className={styles.states} aria-label={t('discovered.stateFilter')}>
        <StateChip
          label={t('discovered.filter.all')}
          count={all}
          isChosen={filter.state === null}
          onChoose={() => filter.change('state', null)}
        />
        {DISCOVERED_STATES.map((state) => (
          <StateChip
            key={state}
            label={t(`discovered.filter.${state}`)}
            count={counts[state]}
            isChosen={filter.state === state}
            onChoose={() => filter.change('state', state)}
          />
        ))}
      </fieldset>
    </div>
  );
}

interface ChipProps {
  readonly label: string;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function StateChip({ label, count, isChosen, onChoose }: ChipProps) {
  return (
    <button type="button" className={`num ${styles.chip}`} aria-pressed={isChosen} onClick={onChoose}>
      {label} <span className={styles.count}>{count}</span>
    </button>
  );
}
