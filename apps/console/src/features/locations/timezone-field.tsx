import { TextInput } from '@mantine/core';
import { isTimezone } from '@picket/domain';
import { fieldProblem } from '../../lib/api.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

interface Props {
  readonly value: string;
  readonly problem: unknown;
  readonly onChange: (value: string) => void;
}

/** Any IANA zone, found by typing a part of it. */
export function TimezoneField({ value, problem, onChange }: Props) {
  return (
    <>
      <TextInput
        label="Time zone"
        list="timezones"
        value={value}
        error={value !== '' && !isTimezone(value) ? 'invalid timezone' : fieldProblem(problem, 'timezone')}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
      />
      <datalist id="timezones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
