/** The regular summary of every location. */
import { NativeSelect } from '@mantine/core';
import { DIGEST_FREQUENCIES, type Digest } from '@picket/domain/notification-preferences';
import { viewerTimezone } from '../../lib/format-time.ts';
import { TimezoneField } from '../../ui/timezone-field.tsx';

const FREQUENCY_LABELS = { DAILY: 'Every day', WEEKLY: 'Every week' } as const;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

interface Props {
  readonly digest: Digest | null;
  readonly onChange: (digest: Digest | null) => void;
}

export function DigestFields({ digest, onChange }: Props) {
  const defaults: Digest = { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: viewerTimezone() };
  return (
    <>
      <NativeSelect
        label="A summary of every location"
        description="Minimum, maximum and mean, time out of range, alerts, and time without data"
        data={[
          { value: '', label: 'Never' },
          ...DIGEST_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] })),
        ]}
        value={digest?.frequency ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const frequency = DIGEST_FREQUENCIES.find((one) => one === value);
          onChange(frequency === undefined ? null : { ...(digest ?? defaults), frequency });
        }}
      />
      {digest !== null && <DigestTime digest={digest} onChange={onChange} />}
    </>
  );
}

interface TimeProps {
  readonly digest: Digest;
  readonly onChange: (digest: Digest) => void;
}

function DigestTime({ digest, onChange }: TimeProps) {
  return (
    <div className="filters">
      {digest.frequency === 'WEEKLY' && (
        <NativeSelect
          label="On"
          data={WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
          value={String(digest.dayOfWeek)}
          onChange={(event) => onChange({ ...digest, dayOfWeek: Number(event.currentTarget.value) })}
        />
      )}
      <NativeSelect
        label="At"
        data={HOURS}
        value={String(digest.hour)}
        onChange={(event) => onChange({ ...digest, hour: Number(event.currentTarget.value) })}
      />
      <TimezoneField value={digest.timezone} onChange={(timezone) => onChange({ ...digest, timezone })} />
    </div>
  );
}
