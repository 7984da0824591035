import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { toInteger } from './escalation-model.ts';

interface Props extends Omit<NumberInputProps, 'value' | 'min' | 'onChange' | 'onFocus' | 'onBlur'> {
  readonly value: number;
  readonly min: number;
  readonly onChange: (value: number) => void;
}

/** A field of a whole number. While it has the focus it shows what is typed, also where that is no number yet. */
export function IntegerField({ value, min, onChange, ...others }: Props) {
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <NumberInput
      {...others}
      min={min}
      value={typed ?? value}
      onFocus={() => setTyped(value)}
      onBlur={() => setTyped(null)}
      onChange={(next) => {
        setTyped((before) => (before === null ? null : next));
        onChange(toInteger(next, min));
      }}
    />
  );
}
