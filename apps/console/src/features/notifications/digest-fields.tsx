/** The regular summary of every location. */
import { NativeSelect } from '@mantine/core';
import { DIGEST_FREQUENCIES, type Digest } from '@picket/domain/notification-preferences';
import { viewerTimezone } from '../../lib/formats.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { TimezoneField } from '../../ui/timezone-field.tsx';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface Props {
  readonly digest: Digest | null;
  readonly onChange: (digest: Digest | null) => void;
}

export function DigestFields({ digest, onChange }: Props) {
  const t = useText();
  const defaults: Digest = { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: viewerTimezone() };
  return (
    <>
      <NativeSelect
        label={t('notifications.digest')}
        description={t('notifications.digestText')}
        data={[
          { value: '', label: t('notifications.never') },
          ...DIGEST_FREQUENCIES.map((value) => ({ value, label: t(`notifications.frequency.${value}`) })),
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
  const t = useText();
  const formats = useFormats('UTC');
  return (
    <div className="filters">
      {digest.frequency === 'WEEKLY' && (
        <NativeSelect
          label={t('notifications.onDay')}
          data={formats.weekdays('long').map(({ day, name }) => ({ value: String(day), label: name }))}
          value={String(digest.dayOfWeek)}
          onChange={(event) => onChange({ ...digest, dayOfWeek: Number(event.currentTarget.value) })}
        />
      )}
      <NativeSelect
        label={t('notifications.atHour')}
        data={HOURS.map((hour) => ({ value: String(hour), label: formats.time(Date.UTC(2024, 0, 1, hour)) }))}
        value={String(digest.hour)}
        onChange={(event) => onChange({ ...digest, hour: Number(event.currentTarget.value) })}
      />
      <TimezoneField value={digest.timezone} onChange={(timezone) => onChange({ ...digest, timezone })} />
    </div>
  );
}
