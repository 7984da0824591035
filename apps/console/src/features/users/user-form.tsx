/** Name, address and roles of a user: for an invitation, and for an account. */
import { Button, TextInput } from '@mantine/core';
import type { Permission } from '@picket/domain/permissions';
import type { ReactNode } from 'react';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import styles from './user-form.module.css';

export interface UserValues extends Record<string, unknown> {
  readonly email: string;
  readonly displayName: string;
  readonly permissions: readonly Permission[];
}

interface Props {
  readonly initial: UserValues;
  readonly action: string;
  /** Whether it can be sent unchanged. */
  readonly isNew?: boolean;
  readonly onSave: (values: UserValues) => Promise<void>;
  /** Beside the button. */
  readonly children?: ReactNode;
}

export function UserForm({ initial, action, isNew = false, onSave, children }: Props) {
  const t = useText();
  const { form, busy, problem, submit, reset } = useApiForm<UserValues>(initial, onSave);
  const { values } = form;
  const isChanged = form.isDirty();
  return (
    <Form className="card section" label={t('users.form.account')} dirty={isChanged} onSubmit={() => void submit()}>
      <div className={styles.pair}>
        <TextInput
          label={t('common.email')}
          type="email"
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
      <RoleMatrix
        value={values.permissions}
        onChange={(permissions) => {
          form.setFieldValue('permissions', permissions);
          reset();
        }}
      />
      <div className={styles.bar} data-bottom-bar>
        <FormProblem problem={problem} fields={['email', 'displayName']} />
        <div className="row">
          <Button type="submit" loading={busy} disabled={values.permissions.length === 0 || !(isNew || isChanged)}>
            {action}
          </Button>
          {children}
        </div>
      </div>
    </Form>
  );
}
