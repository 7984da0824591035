import { NativeSelect, TextInput } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import type { Fleet, FleetChoice } from './use-fleet.ts';

/** In seconds. */
const SILENCES = ['900', '86400', '604800'] as const;

/** Which sentries are listed. */
export function FleetFilter({ fleet: { chosen, setChosen, versions } }: { readonly fleet: Fleet }) {
  const t = useText();
  const change = (part: Partial<FleetChoice>): void => setChosen({ ...chosen, ...part });
  const names = [...new Set(versions.map(({ softwareVersion }) => softwareVersion))];
  return (
    <div className="filters">
      <TextInput
        label={t('shell.search')}
        placeholder={t('admin.fleet.searchHelp')}
        value={chosen.search}
        onChange={(event) => change({ search: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('admin.fleet.lastSeen')}
        value={chosen.silentFor}
        onChange={(event) => change({ silentFor: event.currentTarget.value })}
        data={[
          { value: '', label: t('admin.fleet.silent.any') },
          ...SILENCES.map((value) => ({ value, label: t(`admin.fleet.silent.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('admin.fleet.version')}
        value={chosen.softwareVersion}
        onChange={(event) => change({ softwareVersion: event.currentTarget.value })}
        data={[
          { value: '', label: t('admin.fleet.anyVersion') },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
      />
    </div>
  );
}
