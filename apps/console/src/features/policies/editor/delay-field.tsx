import { TextInput } from '@mantine/core';
import { delayText, parseDelay } from '@picket/domain/delays';
import { useState } from 'react';
import { useText } from '../../../lib/texts.ts';

interface Props {
  readonly label: string;
  readonly description?: string;
  /** In seconds. */
  readonly value: number;
  readonly mayBeNegative?: boolean;
  readonly onChange: (seconds: number) => void;
}

/** A delay typed as text: 90, 90 s, 1 min 30 s. */
export function DelayField({ label, description, value, mayBeNegative = false, onChange }: Props) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const parsed = typed === null ? value : parseDelay(typed);
  const isWrong = parsed === null || (parsed < 0 && !mayBeNegative);
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      value={typed ?? delayText(value)}
      error={isWrong ? t('policies.delay.invalid') : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const seconds = parseDelay(text);
        if (seconds !== null && (seconds >= 0 || mayBeNegative)) onChange(seconds);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
