import { TextInput } from '@mantine/core';
import { isTimezone } from '@picket/domain/time';
import { type ReactNode, useId } from 'react';
import { useText } from '../lib/texts.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  readonly value: string;
  /** The error of the last attempt to save. */
  readonly error?: ReactNode;
  readonly onChange: (value: string) => void;
}

/** Any IANA zone, found by typing a part of it. */
export function TimezoneField({ value, error, onChange }: Props) {
  const t = useText();
  const id = useId();
  return (
    <>
      <TextInput
        label={t('common.timezone')}
        list={id}
        value={value}
        error={value !== '' && !isTimezone(value) ? t('common.invalidTimezone') : error}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
      />
      <datalist id={id}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
