/** The locations whose alerts somebody is notified of. */
import { Checkbox, MultiSelect } from '@mantine/core';
import type { NotificationPreferences } from '@picket/domain/notification-preferences';

interface Props {
  readonly chosen: NotificationPreferences['locations'];
  readonly locations: readonly { readonly guid: string; readonly name: string }[];
  readonly onChange: (locations: NotificationPreferences['locations']) => void;
}

export function LocationChoice({ chosen, locations, onChange }: Props) {
  const isAll = chosen === 'all';
  return (
    <div className="stack-tight">
      <Checkbox
        label="All visible locations, including new ones"
        checked={isAll}
        onChange={(event) => onChange(event.currentTarget.checked ? 'all' : locations.map(({ guid }) => guid))}
      />
      {!isAll && (
        <MultiSelect
          label="Only these locations"
          searchable
          data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
          value={[...chosen]}
          onChange={onChange}
          {...(chosen.length === 0 ? { error: 'No location is selected: nothing is sent' } : {})}
        />
      )}
    </div>
  );
}
