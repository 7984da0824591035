/** Kind x severity x channel: the minimum severity for each kind of alert and each channel. */
import { NativeSelect } from '@mantine/core';
import { NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS, type NotificationKind } from '@picket/domain/alert-kinds';
import type { ChannelKind } from '@picket/domain/channels';
import {
  MIN_SEVERITIES,
  type MinSeverity,
  minSeverityOf,
  type NotificationPreferences,
} from '@picket/domain/notification-preferences';
import { channelName, MIN_SEVERITY_LABELS } from './notification-labels.ts';
import './notifications.css';

const CHOICES = MIN_SEVERITIES.map((floor) => ({ value: floor, label: MIN_SEVERITY_LABELS[floor] }));

interface Props {
  readonly preferences: NotificationPreferences;
  readonly channels: readonly ChannelKind[];
  readonly onChange: (preferences: NotificationPreferences) => void;
}

export function NotificationMatrix({ preferences, channels, onChange }: Props) {
  const set = (kind: NotificationKind, channel: ChannelKind, floor: MinSeverity): void =>
    onChange({
      ...preferences,
      matrix: { ...preferences.matrix, [kind]: { ...preferences.matrix[kind], [channel]: floor } },
    });
  return (
    <section className="scroll-x" tabIndex={0} aria-label="Notifications by kind of alert and channel">
      <table className="preference-matrix">
        <thead>
          <tr>
            <th scope="col">When</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {channelName(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KIND_NAMES.map((kind) => (
            <tr key={kind}>
              <th scope="row">{NOTIFICATION_KINDS[kind].label}</th>
              {channels.map((channel) => (
                <td key={channel}>
                  <NativeSelect
                    aria-label={`${NOTIFICATION_KINDS[kind].label}, on ${channelName(channel)}`}
                    size="xs"
                    data={CHOICES}
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
