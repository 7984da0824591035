/** Whether an asset is shown in a thermal picture, in whose, and where. */
import { Select, Switch } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { PlacePicker } from './place-picker.tsx';
import type { AssetInput } from './use-asset-form.ts';

/** Near the middle of a picture. */
const START = { row: 11, column: 15 };

interface Props {
  readonly sentries: readonly SentryOut[];
  readonly place: AssetInput['place'];
  readonly onChange: (place: AssetInput['place']) => void;
}

export function AssetPlace({ sentries, place, onChange }: Props) {
  const t = useText();
  const first = sentries[0]?.guid;
  return (
    <>
      {first !== undefined && (
        <Switch
          label={t('locations.asset.inPicture')}
          checked={place !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? { sentry: first, ...START } : null)}
        />
      )}
      {place !== null && (
        <>
          {sentries.length > 1 && (
            <Select
              label={t('locations.asset.seenBy')}
              data={sentries.map(({ guid, name }) => ({ value: guid, label: name }))}
              value={place.sentry}
              allowDeselect={false}
              onChange={(sentry) => onChange({ ...place, sentry: sentry ?? place.sentry })}
            />
          )}
          <PlacePicker
            sentry={place.sentry}
            row={place.row}
            column={place.column}
            onChange={(row, column) => onChange({ ...place, row, column })}
          />
        </>
      )}
    </>
  );
}
