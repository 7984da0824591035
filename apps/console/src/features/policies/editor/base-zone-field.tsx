/** The zone that conditions on pictures use unless they have their own. */
import { Select } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { zoneOptions } from './zone-options.ts';

interface Props {
  readonly content: NamedContent;
  readonly zones: readonly ZoneOut[];
  readonly readOnly: boolean;
  readonly onChange: (content: NamedContent) => void;
}

export function BaseZoneField({ content, zones, readOnly, onChange }: Props) {
  const { zone: chosen, violations } = content.definition;
  return (
    <Select
      className="policy-zone"
      label="Part of the picture evaluated"
      description="For conditions without a zone of their own"
      disabled={readOnly}
      allowDeselect={false}
      data={zoneOptions('The base zone of each sensor, or the whole picture', zones, chosen)}
      value={chosen ?? ''}
      onChange={(zone) =>
        onChange({ ...content, definition: { violations, ...(zone === null || zone === '' ? {} : { zone }) } })
      }
    />
  );
}
