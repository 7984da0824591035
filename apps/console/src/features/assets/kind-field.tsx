import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../lib/texts.ts';

/** Those that are offered; any other text is a kind as well. */
const KINDS = ['rack', 'server', 'freezer', 'coldStore', 'pump', 'boiler', 'cabinet', 'battery', 'shelf'] as const;

interface Props {
  readonly value: string;
  /** The error of the last attempt to save. */
  readonly error?: ReactNode;
  readonly onChange: (kind: string) => void;
}

/** The kind of an asset. */
export function KindField({ value, error, onChange }: Props) {
  const t = useText();
  return (
    <>
      <TextInput
        label={t('locations.asset.kind')}
        list="asset-kinds"
        maxLength={64}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
      />
      <datalist id="asset-kinds">
        {KINDS.map((kind) => (
          <option key={kind} value={t(`locations.asset.kind.${kind}`)} />
        ))}
      </datalist>
    </>
  );
}
