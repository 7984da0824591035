/** Language, formats, units and theme: each is saved as soon as it is chosen. */
import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { BodyOf } from '@picket/contracts/endpoints';
import { LANGUAGE_NAMES, LANGUAGES, TIME_FORMATS, WEEK_STARTS } from '@picket/domain/languages';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { setColorScheme } from '../../lib/color-scheme.ts';
import { useText } from '../../lib/texts.ts';
import { isCelsiusUsual } from '../../lib/usual-unit.ts';
import { showErrorToast } from '../../ui/toasts.ts';
import { setProfile, useProfile } from '../session/index.ts';
import styles from './preference-fields.module.css';

type Preferences = NonNullable<BodyOf<'PATCH /users/my-profile'>['preferences']>;
/** `undo`: called where it could not be saved. */
type Save = (preferences: Preferences, undo?: () => void) => void;

const AUTO = 'auto';
const THEMES = ['auto', 'light', 'dark'] as const;
const UNITS = ['fahrenheit', 'celsius'] as const;

/** Saves one change after the other: the server merges each into what is stored. */
function useSave(): Save {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (preferences, undo) => {
    last.current = last.current
      .then(() => api('PATCH /users/my-profile', { body: { preferences } }))
      .then(setProfile)
      .catch((error: unknown) => {
        undo?.();
        showErrorToast(error);
      });
  };
}

export function PreferenceFields() {
  const save = useSave();
  return (
    <>
      <div className={styles.fields}>
        <LanguageField onSave={save} />
        <TimeFormatField onSave={save} />
        <WeekStartField onSave={save} />
      </div>
      <div className={styles.fields}>
        <TemperatureField onSave={save} />
        <ThemeField onSave={save} />
      </div>
    </>
  );
}

function LanguageField({ onSave }: { readonly onSave: Save }) {
  const t = useText();
  const { language } = useProfile().preferences;
  return (
    <NativeSelect
      label={t('profile.language.title')}
      value={language ?? AUTO}
      data={[
        { value: AUTO, label: t('profile.language.auto') },
        ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
      ]}
      onChange={({ currentTarget: { value } }) => onSave({ language: LANGUAGES.find((one) => one === value) ?? null })}
    />
  );
}

function TimeFormatField({ onSave }: { readonly onSave: Save }) {
  const t = useText();
  const { timeFormat } = useProfile().preferences;
  return (
    <NativeSelect
      label={t('profile.timeFormat.title')}
      value={timeFormat}
      data={TIME_FORMATS.map((value) => ({ value, label: t(`profile.timeFormat.${value}`) }))}
      onChange={({ currentTarget: { value } }) =>
        onSave({ timeFormat: TIME_FORMATS.find((one) => one === value) ?? AUTO })
      }
    />
  );
}

function WeekStartField({ onSave }: { readonly onSave: Save }) {
  const t = useText();
  const { weekStart } = useProfile().preferences;
  return (
    <NativeSelect
      label={t('profile.weekStart.title')}
      value={weekStart}
      data={WEEK_STARTS.map((value) => ({ value, label: t(`profile.weekStart.${value}`) }))}
      onChange={({ currentTarget: { value } }) =>
        onSave({ weekStart: WEEK_STARTS.find((one) => one === value) ?? AUTO })
      }
    />
  );
}

function TemperatureField({ onSave }: { readonly onSave: Save }) {
  const t = useText();
  const { useCelsius } = useProfile().preferences;
  return (
    <div className="stack-tight">
      <h2>{t('profile.temperature.title')}</h2>
      <SegmentedControl
        aria-label={t('profile.temperature.label')}
        value={useCelsius ? 'celsius' : 'fahrenheit'}
        data={UNITS.map((value) => ({ value, label: t(`profile.temperature.${value}`) }))}
        onChange={(unit) => onSave({ useCelsius: unit === 'celsius' })}
      />
      {!useCelsius && isCelsiusUsual() && <p className="small muted">{t('profile.temperature.suggestCelsius')}</p>}
    </div>
  );
}

function ThemeField({ onSave }: { readonly onSave: Save }) {
  const t = useText();
  const { theme } = useProfile().preferences;
  return (
    <div className="stack-tight">
      <h2>{t('profile.theme.title')}</h2>
      <SegmentedControl
        aria-label={t('profile.theme.title')}
        value={theme}
        data={THEMES.map((value) => ({ value, label: t(`profile.theme.${value}`) }))}
        onChange={(value) => {
          const chosen = THEMES.find((one) => one === value) ?? AUTO;
          setColorScheme(chosen);
          onSave({ theme: chosen }, () => setColorScheme(theme));
        }}
      />
    </div>
  );
}
