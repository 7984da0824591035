import { TextInput } from '@mantine/core';
import { fieldProblem } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';

/** Those that are offered; any other text is a kind as well. */
const KINDS = ['rack', 'server', 'freezer', 'coldStore', 'pump', 'boiler', 'cabinet', 'battery', 'shelf'] as const;

interface Props {
  readonly value: string;
  /** The error of the last attempt to save. */
  readonly problem: unknown;
  readonly onChange: (kind: string) => void;
}

/** The kind of an asset. */
export function KindField({ value, problem, onChange }: Props) {
  const t = useText();
  return (
    <>
      <TextInput
        label={t('locations.asset.kind')}
        list="asset-kinds"
        maxLength={64}
        value={value}
        error={fieldProblem(problem, 'kind')}
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
