/** What the inbox shows: state and search, and on request the rest. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { INBOX_STATES } from '@picket/contracts/alert-inbox';
import { NOTIFICATION_KIND_NAMES } from '@picket/domain/alert-kinds';
import { useId, useState } from 'react';
import { type Translator, useText } from '../../../lib/texts.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { useLocationNames } from '../../users/index.ts';
import styles from './inbox.module.css';
import {
  countMoreFilters,
  FILTER_ASSIGNED,
  FILTER_SEVERITIES,
  type InboxFilterName,
  MAX_SEARCH,
} from './inbox-filter.ts';
import type { Inbox, InboxCounts } from './use-inbox.ts';

const STATES = ['', ...INBOX_STATES] as const;

type Props = Pick<Inbox, 'choice' | 'counts' | 'change'>;

export function InboxFilters({ choice, counts, change }: Props) {
  const t = useText();
  const more = useId();
  const count = countMoreFilters(choice);
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <search className={styles.filters}>
      <SegmentedChoice
        label={t('inbox.state')}
        options={STATES.map((value) => ({ value, label: stateLabel(t, value, counts) }))}
        value={choice.state}
        onChange={(value) => change('state', value)}
      />
      <TextInput
        className={styles.search}
        type="search"
        aria-label={t('inbox.search')}
        placeholder={t('inbox.searchHelp')}
        maxLength={MAX_SEARCH}
        value={choice.search}
        onChange={(event) => change('search', event.currentTarget.value)}
      />
      <Button variant="default" aria-expanded={isOpen} aria-controls={more} onClick={() => setOpen(!isOpen)}>
        {t('inbox.moreFilters', { count })}
      </Button>
      <div id={more} className={styles.more} hidden={!isOpen}>
        <MoreFilters choice={choice} change={change} />
      </div>
    </search>
  );
}

function stateLabel(t: Translator, state: string, counts: InboxCounts | undefined): string {
  if (state === 'open') return counts ? t('inbox.state.openCount', { count: counts.open }) : t('inbox.state.open');
  if (state === 'acknowledged')
    return counts ? t('inbox.state.acknowledgedCount', { count: counts.acknowledged }) : t('inbox.state.acknowledged');
  return t(state === 'past' ? 'inbox.state.past' : 'inbox.state.all');
}

function MoreFilters({ choice, change }: Pick<Props, 'choice' | 'change'>) {
  const t = useText();
  const { locations } = useLocationNames();
  const select = (name: InboxFilterName, label: string, all: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={choice[name]}
      data={[{ value: '', label: all }, ...data]}
      onChange={(event) => change(name, event.currentTarget.value)}
    />
  );
  const day = (name: 'from' | 'to') => (
    <TextInput
      label={t(`inbox.${name}`)}
      type="date"
      value={choice[name]}
      onChange={(event) => change(name, event.currentTarget.value)}
    />
  );
  return (
    <>
      {select(
        'severity',
        t('inbox.severity'),
        t('inbox.severity.all'),
        FILTER_SEVERITIES.map((value) => ({ value, label: t(`inbox.severity.${value}`) })),
      )}
      {select(
        'location',
        t('inbox.location'),
        t('inbox.location.all'),
        (locations ?? []).map(({ guid, name }) => ({ value: guid, label: name })),
      )}
      {select(
        'kind',
        t('inbox.kind'),
        t('inbox.kind.all'),
        NOTIFICATION_KIND_NAMES.map((value) => ({ value, label: t(`inbox.kind.${value}`) })),
      )}
      {select(
        'assigned',
        t('inbox.assigned'),
        t('inbox.assigned.all'),
        FILTER_ASSIGNED.map((value) => ({ value, label: t(`inbox.assigned.${value}`) })),
      )}
      {day('from')}
      {day('to')}
    </>
  );
}
