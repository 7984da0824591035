/** Name, address and roles of a user: for an invitation, and for an account. */
import { Button, TextInput } from '@mantine/core';
import type { BodyOf } from '@picket/contracts/endpoints';
import type { Permission } from '@picket/domain/permissions';
import type { ReactNode } from 'react';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import styles from './user-form.module.css';

export type UserValues = {
  readonly email: string;
  readonly displayName: string;
  readonly permissions: readonly Permission[];
};

/** The same for a new account and one that is changed. */
export type UserBody = BodyOf<'POST /users'>;

interface Props {
  readonly initial: UserValues;
  readonly action: string;
  /** Whether it can be sent unchanged. */
  readonly isNew?: boolean;
  /** `last_update_ts` of an account that exists, and what fetches it after an edit conflict. */
  readonly version?: string;
  readonly reload?: () => Promise<unknown>;
  readonly onSave: (user: UserBody, headers: Readonly<Record<string, string>>) => Promise<void>;
  /** Beside the button. */
  readonly children?: ReactNode;
}

/** An account and its roles. Without an empty name, which the server would refuse. */
const bodyOf = ({ email, displayName, permissions }: UserValues): UserBody => ({
  email,
  permissions: [...permissions],
  ...(displayName === '' ? {} : { displayName }),
});

export function UserForm({ initial, version, action, isNew = false, onSave, reload, children }: Props) {
  const t = useText();
  const { form, field, values, isDirty, busy, problem, conflict, submit } = useApiForm('POST /users', {
    saved: initial,
    version,
    toBody: bodyOf,
    send: (body, _, headers) => onSave(body, headers),
    ...(reload === undefined ? {} : { reload }),
  });
  return (
    <Form className="card section" label={t('users.form.account')} dirty={isDirty} onSubmit={submit}>
      <div className={styles.pair}>
        <TextInput
          label={t('common.email')}
          inputMode="email"
          autoComplete="off"
          {...form.getInputProps('email')}
          required
          {...(isNew ? { autoFocus: true } : {})}
        />
        <TextInput
          label={t('common.name')}
          placeholder={isNew ? t('users.form.optionalName') : ''}
          autoComplete="off"
          maxLength={128}
          {...form.getInputProps('displayName')}
        />
      </div>
      <RoleMatrix {...field('permissions')} />
      <div className={styles.bar} data-bottom-bar>
        <EditConflict conflict={conflict} words={userWords(t)} />
        <FormProblem problem={problem} />
        <div className="row">
          <Button type="submit" loading={busy} disabled={values.permissions.length === 0 || !(isNew || isDirty)}>
            {action}
          </Button>
          {children}
        </div>
      </div>
    </Form>
  );
}

const userWords = (t: Translator) => ({
  email: { label: t('common.email'), show: ({ email }: UserValues) => email },
  displayName: { label: t('common.name'), show: ({ displayName }: UserValues) => displayName },
  permissions: { label: t('users.roles.title') },
});
