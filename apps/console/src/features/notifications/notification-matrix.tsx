/** Kind x severity x channel: the minimum severity for each kind of alert and each channel. */
import { NativeSelect } from '@mantine/core';
import { NOTIFICATION_KIND_NAMES, type NotificationKind } from '@picket/domain/alert-kinds';
import type { ChannelKind } from '@picket/domain/channels';
import {
  MIN_SEVERITIES,
  type MinSeverity,
  minSeverityOf,
  type NotificationPreferences,
} from '@picket/domain/notification-preferences';
import { channelText, notificationKindText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import styles from './notification-matrix.module.css';
import { minSeverityOptions } from './notification-texts.ts';

interface Props {
  readonly preferences: NotificationPreferences;
  readonly channels: readonly ChannelKind[];
  readonly onChange: (preferences: NotificationPreferences) => void;
}

export function NotificationMatrix({ preferences, channels, onChange }: Props) {
  const t = useText();
  const set = (kind: NotificationKind, channel: ChannelKind, floor: MinSeverity): void =>
    onChange({
      ...preferences,
      matrix: { ...preferences.matrix, [kind]: { ...preferences.matrix[kind], [channel]: floor } },
    });
  return (
    <section className="scroll-x" tabIndex={0} aria-label={t('notifications.matrix')}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('notifications.when')}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {channelText(t, channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KIND_NAMES.map((kind) => (
            <tr key={kind}>
              <th scope="row">{notificationKindText(t, kind)}</th>
              {channels.map((channel) => (
                <td key={channel}>
                  <NativeSelect
                    aria-label={t('notifications.kindOnChannel', {
                      kind: notificationKindText(t, kind),
                      channel: channelText(t, channel),
                    })}
                    size="xs"
                    data={minSeverityOptions(t)}
                    value={minSeverityOf(preferences, kind, channel)}
                    onChange={(event) =>
                      set(kind, channel, MIN_SEVERITIES.find((floor) => floor === event.currentTarget.value) ?? 'off')
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
