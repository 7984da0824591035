/** The text inputs that the settings of a channel are typed into, by the form of the setting. */
import type { ChannelSetting, FormChannel, SettingForm } from '@picket/domain/channels';
import type { Translator } from '../../lib/texts.ts';
import { settingHint, settingText } from './notification-texts.ts';

/** What was typed, by input. */
export type Typed = Readonly<Record<string, string>>;

export interface SettingInput {
  readonly key: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOptional: boolean;
  /** The field that the server names when it refuses it. */
  readonly path: string;
}

interface SettingInputs {
  readonly inputs: (t: Translator, kind: FormChannel, name: string, setting: ChannelSetting) => readonly SettingInput[];
  /** The setting as typed; null: nothing was. */
  readonly read: (name: string, typed: Typed) => unknown;
}

const textIn = (typed: Typed, key: string): string => (typed[key] ?? '').trim();

const oneInput: SettingInputs = {
  inputs: (t, kind, name, { placeholder, isOptional = false }) => [
    {
      key: name,
      label: settingText(t, kind, name),
      placeholder,
      hint: settingHint(t, kind, name),
      isOptional,
      path: `settings.${name}`,
    },
  ],
  read: (name, typed) => textIn(typed, name) || null,
};

/** A single header: its name and its value. */
const oneHeader: SettingInputs = {
  inputs: (t, kind, name, { isOptional = false }) => [
    { key: `${name}:name`, label: settingText(t, kind, name), isOptional, path: `settings.${name}.0.name` },
    { key: `${name}:value`, label: t('notifications.headerValue'), isOptional, path: `settings.${name}.0.value` },
  ],
  read: (name, typed) => {
    const header = { name: textIn(typed, `${name}:name`), value: textIn(typed, `${name}:value`) };
    return header.name === '' && header.value === '' ? null : [header];
  },
};

export const SETTING_INPUTS: Readonly<Record<SettingForm, SettingInputs>> = {
  address: oneInput,
  line: oneInput,
  topic: oneInput,
  headers: oneHeader,
  // Only the browser knows them.
  pushKeys: { inputs: () => [], read: () => null },
};
