/** Notification preferences: the sentence and two choices first, everything else folded. */
import { Button, NativeSelect } from '@mantine/core';
import type { ChannelKind } from '@picket/domain/channels';
import { LANGUAGE_NAMES, LANGUAGES } from '@picket/domain/languages';
import type { NotificationPreferences } from '@picket/domain/notification-preferences';
import type { ReactNode } from 'react';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import { DigestFields } from './digest-fields.tsx';
import { LocationChoice } from './location-choice.tsx';
import { NotificationMatrix } from './notification-matrix.tsx';
import { NotificationSummary } from './notification-summary.tsx';
import { PictureWaitField } from './picture-wait-field.tsx';
import { preferenceWords } from './preference-words.ts';
import { type ChosenPreferences, preferencesBody } from './preferences-body.ts';
import styles from './preferences-form.module.css';
import { QuietHoursFields } from './quiet-hours-fields.tsx';
import { SimplePreferences } from './simple-preferences.tsx';

const NO_CHANNEL_YET = ['EMAIL'] as const;

interface Props {
  readonly saved: NotificationPreferences;
  /** `last_update_ts` of what is saved. */
  readonly version: string | undefined;
  readonly channels: readonly ChannelKind[];
  readonly locations: readonly { readonly guid: string; readonly name: string }[];
  /** For somebody in particular, or for a channel of the organization. */
  readonly isPerson: boolean;
  readonly action: string;
  /** The button works though nothing was changed: taking the defaults is a choice. */
  readonly allowUnchanged?: boolean;
  /** Where these preferences are somebody else's. */
  readonly title?: string;
  readonly onSave: (preferences: ChosenPreferences, headers: Readonly<Record<string, string>>) => Promise<void>;
  /** Fetches what is saved after an edit conflict. */
  readonly reload: () => Promise<unknown>;
}

export function PreferencesForm({ saved, version, action, allowUnchanged = false, title, ...rest }: Props) {
  const t = useText();
  const { channels, locations, onSave, reload } = rest;
  // The preferences of a user and of a channel have one schema.
  const apiForm = useApiForm('PUT /users/my-profile/notifications', {
    saved: { ...saved },
    version,
    toBody: (chosen) => ({ preferences: preferencesBody(chosen) }),
    send: ({ preferences }, _, headers) => onSave(preferences, headers),
    reload,
  });
  const { form, values: chosen, isDirty, busy, problem, conflict, submit } = apiForm;
  const change = (next: NotificationPreferences): void => form.setValues({ ...next });
  // The choices are there before the first channel is.
  const shown = channels.length === 0 ? NO_CHANNEL_YET : channels;
  return (
    <Form className="card section" label={t('notifications.preferences')} dirty={isDirty} onSubmit={submit}>
      <h2>{title ?? t('notifications.youAreNotifiedOf')}</h2>
      <div className={styles.sentence}>
        <NotificationSummary preferences={chosen} channels={channels} locations={locations} />
      </div>
      <SimplePreferences preferences={chosen} channels={shown} onChange={change} />
      <AllPreferences chosen={chosen} onChange={change} {...rest} channels={shown} />
      <EditConflict conflict={conflict} words={preferenceWords(t, locations)} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} disabled={!isDirty && !allowUnchanged}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

interface AllProps extends Pick<Props, 'channels' | 'locations' | 'isPerson'> {
  readonly chosen: NotificationPreferences;
  readonly onChange: (preferences: NotificationPreferences) => void;
}

function AllPreferences({ chosen, channels, locations, isPerson, onChange }: AllProps) {
  const t = useText();
  const change = (part: Partial<NotificationPreferences>): void => onChange({ ...chosen, ...part });
  return (
    <div className={styles.more}>
      <Details title={t('notifications.byKind')}>
        <NotificationMatrix preferences={chosen} channels={channels} onChange={onChange} />
        <LocationChoice
          chosen={chosen.locations}
          locations={locations}
          onChange={(next) => change({ locations: next })}
        />
      </Details>
      {isPerson && (
        <Details title={t('notifications.hourByHour')}>
          <QuietHoursFields quietHours={chosen.quietHours} onChange={(quietHours) => change({ quietHours })} />
        </Details>
      )}
      <Details title={t('notifications.summaries')}>
        <DigestFields digest={chosen.digest} onChange={(digest) => change({ digest })} />
        {isPerson && (
          <PictureWaitField
            seconds={chosen.pictureWaitSeconds}
            onChange={(pictureWaitSeconds) => change({ pictureWaitSeconds })}
          />
        )}
        <LanguageField chosen={chosen.language} isPerson={isPerson} onChange={(language) => change({ language })} />
      </Details>
    </div>
  );
}

const Details = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className={styles.details}>
    <summary>{title}</summary>
    <div className="stack">{children}</div>
  </details>
);

interface LanguageProps extends Pick<Props, 'isPerson'> {
  readonly chosen: NotificationPreferences['language'];
  readonly onChange: (language: NotificationPreferences['language']) => void;
}

/** Unless one is chosen, that of the profile; of a channel of the organization, English. */
function LanguageField({ chosen, isPerson, onChange }: LanguageProps) {
  const t = useText();
  return (
    <NativeSelect
      label={t('notifications.language')}
      data={[
        { value: '', label: isPerson ? t('notifications.languageOfProfile') : LANGUAGE_NAMES.en },
        ...LANGUAGES.filter((language) => isPerson || language !== 'en').map((language) => ({
          value: language,
          label: LANGUAGE_NAMES[language],
        })),
      ]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(LANGUAGES.find((one) => one === value) ?? null)}
    />
  );
}
