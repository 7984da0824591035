/** The zone that conditions on pictures use unless they have their own. */
import { Select } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts/types';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useText } from '../../../lib/texts.ts';
import styles from './policy-fields.module.css';
import { zoneOptions } from './zone-options.ts';

interface Props {
  readonly content: NamedContent;
  readonly zones: readonly ZoneOut[];
  readonly readOnly: boolean;
  readonly onChange: (content: NamedContent) => void;
}

export function BaseZoneField({ content, zones, readOnly, onChange }: Props) {
  const t = useText();
  const { zone: chosen, violations } = content.definition;
  return (
    <Select
      className={styles.zone}
      label={t('policies.zone.evaluated')}
      description={t('policies.zone.evaluatedHelp')}
      disabled={readOnly}
      allowDeselect={false}
      data={zoneOptions(t, t('policies.zone.eachBase'), zones, chosen)}
      value={chosen ?? ''}
      onChange={(zone) =>
        onChange({ ...content, definition: { violations, ...(zone === null || zone === '' ? {} : { zone }) } })
      }
    />
  );
}
