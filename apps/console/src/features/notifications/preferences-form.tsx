/** Notification preferences: matrix, locations, quiet hours, digests, language. */
import { Button, Checkbox, MultiSelect, NativeSelect } from '@mantine/core';
import type { BodyOf } from '@picket/contracts/endpoints';
import type { ChannelKind } from '@picket/domain/channels';
import {
  type Digest,
  LANGUAGES,
  MIN_SEVERITIES,
  type MinSeverity,
  type NotificationPreferences,
  type QuietHours,
} from '@picket/domain/notification-preferences';
import { useState } from 'react';
import { viewerTimezone } from '../../lib/format-time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import { TimezoneField } from '../../ui/timezone-field.tsx';
import { WeeklySchedule } from '../../ui/weekly-schedule.tsx';
import { MIN_SEVERITY_LABELS } from './notification-labels.ts';
import { NotificationMatrix } from './notification-matrix.tsx';

const LANGUAGE_LABELS = { en: 'English', de: 'Deutsch' } as const;
const QUIET_HOURS_TEXTS = {
  title: 'Quiet hours',
  text: 'Less severe notifications are suppressed until they end; then one message says what is still open.',
  whose: 'your own time',
};
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface Props {
  readonly saved: NotificationPreferences;
  readonly channels: readonly ChannelKind[];
  readonly locations: readonly { readonly guid: string; readonly name: string }[];
  /** For somebody in particular, or for a channel of the organization. */
  readonly isPerson: boolean;
  readonly action: string;
  /** The button works though nothing was changed: taking the defaults is a choice. */
  readonly allowUnchanged?: boolean;
  readonly onSave: (preferences: ChosenPreferences) => Promise<void>;
}

/** What the wire takes. */
export type ChosenPreferences = BodyOf<'PUT /users/my-profile/notifications'>['preferences'];

const bodyOf = ({ locations, quietHours, ...rest }: NotificationPreferences): ChosenPreferences => ({
  ...rest,
  locations: locations === 'all' ? 'all' : [...locations],
  quietHours:
    quietHours === null
      ? null
      : {
          ...quietHours,
          channels: [...quietHours.channels],
          schedule: { ...quietHours.schedule, daysOfWeek: [...quietHours.schedule.daysOfWeek] },
        },
});

export function PreferencesForm({
  saved,
  channels,
  locations,
  isPerson,
  action,
  allowUnchanged = false,
  onSave,
}: Props) {
  const [chosen, setChosen] = useState(saved);
  const { busy, problem, submit, reset } = useSubmit(() => onSave(bodyOf(chosen)));
  const change = (part: Partial<NotificationPreferences>): void => {
    setChosen({ ...chosen, ...part });
    reset();
  };
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(saved);
  return (
    <Form className="stack" label="Notification preferences" dirty={isChanged} onSubmit={() => void submit()}>
      <section className="card section" aria-label="Alerts">
        <h2>Alerts</h2>
        <NotificationMatrix preferences={chosen} channels={channels} onChange={(next) => change(next)} />
        <LocationFields
          chosen={chosen.locations}
          locations={locations}
          onChange={(next) => change({ locations: next })}
        />
      </section>
      {isPerson && (
        <QuietHoursFields
          quietHours={chosen.quietHours}
          channels={channels}
          onChange={(quietHours) => change({ quietHours })}
        />
      )}
      <section className="card section" aria-label="Summaries and language">
        <h2>Summaries and language</h2>
        <DigestFields digest={chosen.digest} onChange={(digest) => change({ digest })} />
        <NativeSelect
          label="Language of messages"
          data={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_LABELS[language] }))}
          value={chosen.language}
          onChange={(event) => change({ language: LANGUAGES.find((one) => one === event.currentTarget.value) ?? 'en' })}
        />
      </section>
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} disabled={!isChanged && !allowUnchanged}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

interface LocationFieldsProps {
  readonly chosen: NotificationPreferences['locations'];
  readonly locations: Props['locations'];
  readonly onChange: (locations: NotificationPreferences['locations']) => void;
}

function LocationFields({ chosen, locations, onChange }: LocationFieldsProps) {
  const isAll = chosen === 'all';
  return (
    <div className="stack-tight">
      <Checkbox
        label="All visible locations, including new ones"
        checked={isAll}
        onChange={(event) => onChange(event.currentTarget.checked ? 'all' : locations.map(({ guid }) => guid))}
      />
      {!isAll && (
        <MultiSelect
          label="Only these locations"
          searchable
          data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
          value={[...chosen]}
          onChange={onChange}
          {...(chosen.length === 0 ? { error: 'No location is selected: nothing is sent' } : {})}
        />
      )}
    </div>
  );
}

interface QuietHoursFieldsProps {
  readonly quietHours: QuietHours | null;
  readonly channels: readonly ChannelKind[];
  readonly onChange: (quietHours: QuietHours | null) => void;
}

function QuietHoursFields({ quietHours, channels, onChange }: QuietHoursFieldsProps) {
  const timezone = quietHours?.timezone ?? viewerTimezone();
  const defaults = { timezone, except: 'critical' as const, channels: [...channels] };
  return (
    <>
      <WeeklySchedule
        words={QUIET_HOURS_TEXTS}
        schedule={quietHours?.schedule ?? null}
        place={{ name: '', timezone }}
        readOnly={false}
        onChange={(schedule) => onChange(schedule === null ? null : { ...(quietHours ?? defaults), schedule })}
      />
      {quietHours !== null && (
        <section className="card section" aria-label="During quiet hours">
          <h2>During quiet hours</h2>
          <NativeSelect
            label="Notify anyway"
            data={MIN_SEVERITIES.filter((floor) => floor !== 'everything').map((floor) => ({
              value: floor,
              label: MIN_SEVERITY_LABELS[floor],
            }))}
            value={quietHours.except}
            onChange={(event) =>
              onChange({
                ...quietHours,
                except:
                  MIN_SEVERITIES.find((floor): floor is MinSeverity => floor === event.currentTarget.value) ??
                  'critical',
              })
            }
          />
          <TimezoneField value={timezone} onChange={(next) => onChange({ ...quietHours, timezone: next })} />
        </section>
      )}
    </>
  );
}

interface DigestFieldsProps {
  readonly digest: Digest | null;
  readonly onChange: (digest: Digest | null) => void;
}

function DigestFields({ digest, onChange }: DigestFieldsProps) {
  const defaults: Digest = { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: viewerTimezone() };
  return (
    <>
      <NativeSelect
        label="A summary of every location"
        description="Minimum, maximum and mean, time out of range, alerts, and time without data"
        data={[
          { value: '', label: 'Never' },
          { value: 'DAILY', label: 'Every day' },
          { value: 'WEEKLY', label: 'Every week' },
        ]}
        value={digest?.frequency ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(value === 'DAILY' || value === 'WEEKLY' ? { ...(digest ?? defaults), frequency: value } : null);
        }}
      />
      {digest !== null && (
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
      )}
    </>
  );
}
