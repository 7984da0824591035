/** Adds a notification channel: its kind, its settings and its name. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { BodyOf } from '@picket/contracts/endpoints';
import { channelTraits, type FormChannel } from '@picket/domain/channels';
import { channelText } from '../../lib/kind-texts.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import styles from './add-destination.module.css';
import { channelAbout } from './notification-texts.ts';
import { SETTING_INPUTS, type SettingInput, type Typed } from './setting-inputs.ts';

export type NewDestination = BodyOf<'POST /destinations'>;

/**
 * The body the server takes; it says which field is wrong.
 * Guarantee: every setting in the row of the channel, by its name. What was typed is checked by the server.
 */
function bodyOf(kind: FormChannel, name: string, typed: Typed): NewDestination {
  const settings = Object.entries(channelTraits(kind).settings).flatMap(([setting, { form, isOptional }]) => {
    const value = SETTING_INPUTS[form].read(setting, typed);
    return value === null && isOptional === true ? [] : [[setting, value ?? '']];
  });
  return { kind, name, settings: Object.fromEntries(settings) } as NewDestination;
}

type Values = { readonly kind: FormChannel; readonly name: string; readonly typed: Typed };

const inputsOf = (t: Translator, kind: FormChannel): readonly SettingInput[] =>
  Object.entries(channelTraits(kind).settings).flatMap(([setting, row]) =>
    SETTING_INPUTS[row.form].inputs(t, kind, setting, row),
  );

interface Props {
  readonly kinds: readonly FormChannel[];
  readonly onAdd: (destination: NewDestination) => Promise<void>;
}

export function AddDestination({ kinds, onAdd }: Props) {
  const t = useText();
  const saved: Values = { kind: kinds[0] ?? 'NTFY', name: '', typed: {} };
  const { form, values, busy, problem, submit } = useApiForm('POST /destinations', {
    saved,
    fields: Object.fromEntries(kinds.flatMap((one) => inputsOf(t, one)).map(({ path, key }) => [path, `typed.${key}`])),
    toBody: ({ kind: of, name, typed }) => bodyOf(of, name.trim() === '' ? channelText(t, of) : name, typed),
    send: onAdd,
  });
  const { kind, typed } = values;
  const inputs = inputsOf(t, kind);
  const isDirty = Object.values(typed).some((text) => text !== '');
  return (
    <Form
      className={kinds.length > 1 ? 'card section' : (styles.form ?? '')}
      label={t('notifications.addChannel')}
      dirty={isDirty}
      onSubmit={submit}
    >
      {kinds.length > 1 && <h2>{t('notifications.addChannel')}</h2>}
      <div className="filters">
        {kinds.length > 1 && (
          <NativeSelect
            label={t('notifications.channelKind')}
            data={kinds.map((one) => ({ value: one, label: channelText(t, one) }))}
            {...form.getInputProps('kind')}
            onChange={(event) => {
              form.setFieldValue('kind', kinds.find((one) => one === event.currentTarget.value) ?? kind);
              form.clearErrors();
            }}
          />
        )}
        <TextInput
          label={t('common.name')}
          placeholder={channelText(t, kind)}
          maxLength={128}
          {...form.getInputProps('name')}
        />
      </div>
      {kinds.length > 1 && <p className="small muted">{channelAbout(t, kind)}</p>}
      <SettingFields kind={kind} inputs={inputs} typed={typed} propsOf={form.getInputProps} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {t('notifications.add', { channel: channelText(t, kind) })}
        </Button>
      </div>
    </Form>
  );
}

interface SettingProps {
  readonly kind: FormChannel;
  readonly inputs: readonly SettingInput[];
  readonly typed: Typed;
  /** What the form gives to the input of a field. */
  readonly propsOf: (path: `typed.${string}`) => object;
}

/** One input for each setting of the channel that is chosen. */
function SettingFields({ kind, inputs, typed, propsOf }: SettingProps) {
  const t = useText();
  return inputs.map(({ key, label, placeholder, hint, isOptional }) => (
    <TextInput
      key={`${kind} ${key}`}
      label={isOptional ? t('notifications.optional', { label }) : label}
      placeholder={placeholder}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      required={!isOptional}
      {...propsOf(`typed.${key}`)}
      value={typed[key] ?? ''}
    />
  ));
}
