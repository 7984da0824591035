/** Adds a notification channel: its kind, its settings and its name. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { BodyOf } from '@picket/contracts';
import { CHANNELS, type ChannelKind } from '@picket/domain';
import { useState } from 'react';
import { fieldProblem } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

export type NewDestination = BodyOf<'POST /destinations'>;
type FormKind = Exclude<ChannelKind, 'EMAIL' | 'PUSH'>;

interface FieldRow {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly isOptional?: true;
}

/** What is asked of each kind; the server checks it again. */
const FIELDS: Readonly<Record<FormKind, readonly FieldRow[]>> = {
  NTFY: [
    { name: 'server', label: 'Server', placeholder: 'https://ntfy.sh', description: 'Yours, or a public one' },
    {
      name: 'topic',
      label: 'Topic',
      placeholder: 'picket-7f3a9c',
      description: 'Anybody who knows the topic of a public server can read it: choose one that is hard to guess',
    },
    { name: 'token', label: 'Access token', isOptional: true },
  ],
  SLACK: [
    {
      name: 'url',
      label: 'Address of the incoming webhook',
      placeholder: 'https://hooks.slack.com/services/…',
      description: 'Mattermost and Rocket.Chat use the same format',
    },
  ],
  TEAMS: [
    {
      name: 'url',
      label: 'Address of the workflow',
      description: 'In Teams: Workflows, Post to a channel when a webhook request is received',
    },
  ],
  WEBHOOK: [
    {
      name: 'url',
      label: 'Address',
      placeholder: 'https://example.com/picket',
      description: 'Requests are signed as Standard Webhooks describe; the secret is shown once, after adding',
    },
    { name: 'headerName', label: 'Name of a header to send along', isOptional: true },
    { name: 'headerValue', label: 'Its value', isOptional: true },
  ],
  APPRISE: [
    {
      name: 'url',
      label: 'Address of the Apprise API, with its key',
      placeholder: 'https://apprise.example/notify/picket',
    },
    { name: 'tag', label: 'Tag', isOptional: true, description: 'Only services with this tag are notified' },
  ],
};

/** The body the server takes; it says which field is wrong. */
function bodyOf(kind: FormKind, name: string, typed: Readonly<Record<string, string>>): NewDestination {
  const text = (field: string): string => (typed[field] ?? '').trim();
  const optional = (field: string): Record<string, string> => (text(field) === '' ? {} : { [field]: text(field) });
  switch (kind) {
    case 'NTFY':
      return { kind, name, settings: { server: text('server'), topic: text('topic'), ...optional('token') } };
    case 'SLACK':
    case 'TEAMS':
      return { kind, name, settings: { url: text('url') } };
    case 'APPRISE':
      return { kind, name, settings: { url: text('url'), ...optional('tag') } };
    case 'WEBHOOK': {
      const header = { name: text('headerName'), value: text('headerValue') };
      const headers = header.name === '' && header.value === '' ? {} : { headers: [header] };
      return { kind, name, settings: { url: text('url'), ...headers } };
    }
  }
}

interface Props {
  readonly kinds: readonly FormKind[];
  readonly onAdd: (destination: NewDestination) => Promise<void>;
}

export function AddDestination({ kinds, onAdd }: Props) {
  const [kind, setKind] = useState<FormKind>(kinds[0] ?? 'NTFY');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const fields = FIELDS[kind];
  const { busy, problem, submit, reset } = useSubmit(async () => {
    await onAdd(bodyOf(kind, name.trim() === '' ? CHANNELS[kind].label : name, typed));
    setName('');
    setTyped({});
  });
  const problemOf = (field: string) =>
    fieldProblem(
      problem,
      field === 'headerName'
        ? 'settings.headers.0.name'
        : field === 'headerValue'
          ? 'settings.headers.0.value'
          : `settings.${field}`,
    );
  const isDirty = Object.values(typed).some((text) => text !== '');
  return (
    <Form className="card section" label="Add channel" dirty={isDirty} onSubmit={() => void submit()}>
      <h2>Add channel</h2>
      <div className="filters">
        <NativeSelect
          label="Kind"
          data={kinds.map((one) => ({ value: one, label: CHANNELS[one].label }))}
          value={kind}
          onChange={(event) => {
            setKind(kinds.find((one) => one === event.currentTarget.value) ?? kind);
            reset();
          }}
        />
        <TextInput
          label="Name"
          placeholder={CHANNELS[kind].label}
          maxLength={128}
          value={name}
          error={fieldProblem(problem, 'name')}
          onChange={(event) => {
            setName(event.currentTarget.value);
            reset();
          }}
        />
      </div>
      <p className="small muted">{CHANNELS[kind].text}</p>
      {fields.map((field) => (
        <TextInput
          key={`${kind} ${field.name}`}
          label={field.isOptional ? `${field.label} (optional)` : field.label}
          placeholder={field.placeholder}
          description={field.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          required={!field.isOptional}
          value={typed[field.name] ?? ''}
          error={problemOf(field.name)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [field.name]: value }));
            reset();
          }}
        />
      ))}
      <FormProblem problem={problem} fields={['name', 'settings']} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          Add {CHANNELS[kind].label}
        </Button>
      </div>
    </Form>
  );
}
