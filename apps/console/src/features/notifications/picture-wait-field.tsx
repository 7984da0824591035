/** How long a mail waits for the picture of an alert. */
import { NativeSelect } from '@mantine/core';
import { MAX_PICTURE_WAIT_SECONDS } from '@picket/domain/notification-preferences';
import { useText } from '../../lib/texts.ts';

const CHOICES = [0, 5, 10, 20, MAX_PICTURE_WAIT_SECONDS];

interface Props {
  /** null: as long as the organization says. */
  readonly seconds: number | null;
  readonly onChange: (seconds: number | null) => void;
}

export function PictureWaitField({ seconds, onChange }: Props) {
  const t = useText();
  // A value that was set through the API stays a choice.
  const choices = [...new Set([...CHOICES, ...(seconds === null ? [] : [seconds])])].sort((a, b) => a - b);
  return (
    <NativeSelect
      label={t('notifications.pictureWait')}
      description={t('notifications.pictureWaitText')}
      data={[
        { value: '', label: t('notifications.pictureWaitOfTenant') },
        ...choices.map((count) => ({
          value: String(count),
          label: count === 0 ? t('notifications.pictureWaitNot') : t('notifications.pictureWaitSeconds', { count }),
        })),
      ]}
      value={seconds === null ? '' : String(seconds)}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
    />
  );
}
