/** Adds a notification channel: its kind, its settings and its name. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { BodyOf } from '@picket/contracts/endpoints';
import { channelTraits, type FormChannel } from '@picket/domain/channels';
import { useState } from 'react';
import { fieldProblem } from '../../lib/api.ts';
import { channelText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { channelAbout } from './notification-texts.ts';
import { SETTING_INPUTS, type Typed } from './setting-inputs.ts';

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

interface Props {
  readonly kinds: readonly FormChannel[];
  readonly onAdd: (destination: NewDestination) => Promise<void>;
}

export function AddDestination({ kinds, onAdd }: Props) {
  const t = useText();
  const [kind, setKind] = useState<FormChannel>(kinds[0] ?? 'NTFY');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<Typed>({});
  const inputs = Object.entries(channelTraits(kind).settings).flatMap(([setting, row]) =>
    SETTING_INPUTS[row.form].inputs(t, kind, setting, row),
  );
  const { busy, problem, submit, reset } = useSubmit(async () => {
    await onAdd(bodyOf(kind, name.trim() === '' ? channelText(t, kind) : name, typed));
    setName('');
    setTyped({});
  });
  const isDirty = Object.values(typed).some((text) => text !== '');
  return (
    <Form
      className={kinds.length > 1 ? 'card section' : 'inner-form'}
      label={t('notifications.addChannel')}
      dirty={isDirty}
      onSubmit={() => void submit()}
    >
      {kinds.length > 1 && <h2>{t('notifications.addChannel')}</h2>}
      <div className="filters">
        {kinds.length > 1 && (
          <NativeSelect
            label={t('notifications.channelKind')}
            data={kinds.map((one) => ({ value: one, label: channelText(t, one) }))}
            value={kind}
            onChange={(event) => {
              setKind(kinds.find((one) => one === event.currentTarget.value) ?? kind);
              reset();
            }}
          />
        )}
        <TextInput
          label={t('common.name')}
          placeholder={channelText(t, kind)}
          maxLength={128}
          value={name}
          error={fieldProblem(problem, 'name')}
          onChange={(event) => {
            setName(event.currentTarget.value);
            reset();
          }}
        />
      </div>
      {kinds.length > 1 && <p className="small muted">{channelAbout(t, kind)}</p>}
      {inputs.map(({ key, label, placeholder, hint, isOptional, path }) => (
        <TextInput
          key={`${kind} ${key}`}
          label={isOptional ? t('notifications.optional', { label }) : label}
          placeholder={placeholder}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          required={!isOptional}
          value={typed[key] ?? ''}
          error={fieldProblem(problem, path)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [key]: value }));
            reset();
          }}
        />
      ))}
      <FormProblem problem={problem} fields={['name', 'settings']} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {t('notifications.add', { channel: channelText(t, kind) })}
        </Button>
      </div>
    </Form>
  );
}
