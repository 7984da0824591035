/** The settings of channels on the wire: schemas made from the rows of domain's CHANNELS. */
import {
  CHANNELS,
  type ChannelSetting,
  SETTABLE_CHANNELS,
  type SettableChannel,
  type SettingForm,
} from '@picket/domain/channels';
import { z } from 'zod';
import { Text } from './request-texts.ts';
import { schemasByKind } from './schemas-by-kind.ts';

const Address = Text(2048)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol),
    'must be an http:// or https:// address',
  )
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === ''),
    'must not hold a user name or password',
  );

/** One line: a line break would begin another header, or another mail. */
const Line = (max: number) => Text(max).min(1);

/** Headers that are about the connection or the body, and those that Picket signs. */
const OWN_HEADERS =
  /^(host|content-.*|transfer-encoding|te|trailer|connection|keep-alive|proxy-connection|upgrade|expect|webhook-.*)$/iu;

/** Characters that a header can carry (RFC 9110, 5.5); with any other no request could be sent. */
const HeaderText = (max: number) => Line(max).regex(/^[ -~\u00a0-\u00ff]*$/u, 'may hold Latin-1 characters only');

const Header = z.strictObject({
  name: Text(128)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/u, 'is not a header name')
    .refine((name) => !OWN_HEADERS.test(name), 'is set by Picket itself'),
  value: HeaderText(1024),
});

/** A schema for each form of setting. */
const SETTING_SCHEMAS = {
  address: () => Address,
  line: ({ maxLength = 256, isHeader }: ChannelSetting) =>
    isHeader === true ? HeaderText(maxLength) : Line(maxLength),
  topic: () => z.string().regex(/^[-_A-Za-z0-9]{1,64}$/u, 'letters, digits, - and _ only, at most 64'),
  headers: () => z.array(Header).max(10),
  pushKeys: () => z.strictObject({ p256dh: Line(256), auth: Line(128) }),
} as const satisfies Record<SettingForm, (setting: ChannelSetting) => z.ZodType>;

type Schemas = { [Form in SettingForm]: ReturnType<(typeof SETTING_SCHEMAS)[Form]> };
type SchemaOf<Setting> = Setting extends { readonly form: infer Form extends SettingForm }
  ? Setting extends { readonly isOptional: true }
    ? z.ZodOptional<Schemas[Form]>
    : Schemas[Form]
  : never;
type ShapeOf<Settings> = { -readonly [Name in keyof Settings]: Extract<SchemaOf<Settings[Name]>, z.ZodType> };
type SettingsSchema<K extends SettableChannel> = z.ZodObject<ShapeOf<(typeof CHANNELS)[K]['settings']>, z.core.$strict>;
type SettingsSchemas = { readonly [K in SettableChannel]: SettingsSchema<K> };

function settingsSchema(kind: SettableChannel): z.ZodObject {
  const settings = Object.entries<ChannelSetting>(CHANNELS[kind].settings).map(([name, setting]) => {
    const schema: z.ZodType = SETTING_SCHEMAS[setting.form](setting);
    return [name, setting.isOptional === true ? schema.optional() : schema] as const;
  });
  return z.strictObject(Object.fromEntries(settings));
}

/** What each channel has to know, as it comes over the wire: the settings in its row. */
export const CHANNEL_SETTINGS = schemasByKind<SettingsSchemas>(SETTABLE_CHANNELS, settingsSchema);

export type ChannelSettings = { readonly [K in SettableChannel]: z.output<SettingsSchema<K>> };
