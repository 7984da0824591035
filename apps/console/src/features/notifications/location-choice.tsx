/** The locations whose alerts somebody is notified of. */
import { Checkbox, MultiSelect } from '@mantine/core';
import type { NotificationPreferences } from '@picket/domain/notification-preferences';
import { SHOWN_OPTIONS } from '../../lib/shown-options.ts';
import { useText } from '../../lib/texts.ts';
import styles from './location-choice.module.css';

interface Props {
  readonly chosen: NotificationPreferences['locations'];
  readonly locations: readonly { readonly guid: string; readonly name: string }[];
  readonly onChange: (locations: NotificationPreferences['locations']) => void;
}

export function LocationChoice({ chosen, locations, onChange }: Props) {
  const t = useText();
  const isAll = chosen === 'all';
  return (
    <div className="stack-tight">
      <Checkbox
        label={t('notifications.allLocations')}
        checked={isAll}
        onChange={(event) => onChange(event.currentTarget.checked ? 'all' : locations.map(({ guid }) => guid))}
      />
      {!isAll && (
        <MultiSelect
          label={t('notifications.onlyLocations')}
          classNames={{ root: styles.field, pillsList: styles.chosen }}
          searchable
          limit={SHOWN_OPTIONS}
          clearable
          // Otherwise it is for the mouse alone.
          clearButtonProps={{ 'aria-label': t('notifications.clearLocations'), 'aria-hidden': false, tabIndex: 0 }}
          data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
          value={[...chosen]}
          onChange={onChange}
          {...(chosen.length === 0 ? { error: t('notifications.noLocation') } : {})}
        />
      )}
    </div>
  );
}
