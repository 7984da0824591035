/**
 * What the catalogs of kinds have to name. A catalog is declared with its type here: where a kind has no text, the compiler names
 * the catalogs, in every language, and nothing that reads them.
 */
import type { CHANNELS, ChannelKind, FormChannel } from '@picket/domain/channels';
import type { Operator } from '@picket/domain/operators';

/** A text without arguments for each key. */
type TextsOf<Key extends string> = { readonly [Name in Key]: string };

/**
 * How operators read: between a sensor and its limit ("is above"), the same for a sensor that is on or off ("is on"), before a
 * limit alone ("above").
 */
export type OperatorCatalog = TextsOf<`${'label' | 'ofState' | 'limit'}.${Operator}`>;

type SettingsOf<Kind extends FormChannel> = (typeof CHANNELS)[Kind]['settings'];
/** `NTFY.topic`, for every setting that is typed into a form. */
export type SettingKey = { [Kind in FormChannel]: `${Kind}.${keyof SettingsOf<Kind> & string}` }[FormChannel];
/** Those with a hint below their input. */
export type HintedSettingKey = {
  [Kind in FormChannel]: {
    [Name in keyof SettingsOf<Kind> & string]: SettingsOf<Kind>[Name] extends { readonly hasHint: true }
      ? `${Kind}.${Name}`
      : never;
  }[keyof SettingsOf<Kind> & string];
}[FormChannel];

/** What channels are called, one line for who chooses them, what to look at where a test does not arrive, and their settings. */
export type ChannelCatalog = TextsOf<
  `${'label' | 'about' | 'help'}.${ChannelKind}` | `setting.${SettingKey}` | `hint.${HintedSettingKey}`
>;
