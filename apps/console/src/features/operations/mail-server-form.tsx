/** Sets up the mail server. Its password is written, never read. */
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { encodePassword } from '@picket/contracts/client';
import { MAIL_SECURITIES, MAIL_SECURITY, type MailSecurity } from '@picket/domain/mail-servers';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { numberTyped } from '../../lib/number-typed.ts';
import { draftKey } from '../../lib/stored-drafts.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { SIDE_TRIP } from '../../lib/unsaved-changes.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { AccountFields } from '../../ui/account-fields.tsx';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';
import styles from './operations.module.css';
import { type MailServerSettings, refreshMailServer, saveMailServer } from './use-mail-server.ts';

const EXAMPLE_HOST = 'mail.example.org';
const EXAMPLE_ADDRESS = 'picket@example.org';

type Values = {
  readonly host: string;
  readonly port: number | string;
  readonly security: MailSecurity;
  readonly user: string;
  readonly password: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly publicUrl: string;
};

const valuesOf = (settings: MailServerSettings): Values => ({
  host: settings.host ?? '',
  port: settings.port ?? MAIL_SECURITY.STARTTLS.usualPort,
  security: settings.security ?? 'STARTTLS',
  user: settings.user ?? '',
  password: '',
  from: settings.from ?? { name: 'Picket', address: '' },
  publicUrl: settings.publicUrl ?? window.location.origin,
});

/** Whether a stored password would go elsewhere: then it is asked again. */
const asksPassword = (settings: MailServerSettings, values: Values): boolean =>
  values.user !== '' &&
  !(
    settings.hasPassword &&
    settings.host === values.host.trim() &&
    settings.port === values.port &&
    settings.user === values.user.trim() &&
    settings.security === values.security
  );

interface Props {
  readonly settings: MailServerSettings;
  readonly onSaved: () => void;
}

export function MailServerForm({ settings, onSaved }: Props) {
  const t = useText();
  const hasOwnAddress = settings.publicUrlManagedBy !== 'ENVIRONMENT';
  const { form, values, isDirty, draft, busy, problem, conflict, submit } = useApiForm('PUT /installation/mail', {
    saved: valuesOf(settings),
    version: settings.last_update_ts,
    // A visit to the private hosts on the way keeps what was typed.
    draft: draftKey(useProfile().guid, 'mail server'),
    secrets: ['password'],
    toBody: ({ user, password, publicUrl, port, ...rest }) => ({
      ...rest,
      port: numberTyped(port),
      ...(user.trim() === '' ? {} : { user }),
      // Without one the stored one is kept.
      ...(password === '' ? {} : { password: encodePassword(password) }),
      ...(hasOwnAddress ? { publicUrl } : {}),
    }),
    send: async (body, _, headers) => {
      await saveMailServer(body, headers);
      showToast(t('common.saved'));
      onSaved();
    },
    reload: refreshMailServer,
  });
  const isAsking = asksPassword(settings, values);
  return (
    <Form className="card section" label={t('shell.page.mailServer')} dirty={isDirty} onSubmit={submit}>
      <DraftRestoredBanner draft={draft} />
      <ServerFields form={form} />
      <div className={styles.pair}>
        <AccountFields
          inputPropsOf={form.getInputProps}
          hasUser={values.user !== ''}
          keepsPassword={!isAsking}
          needsPassword={isAsking}
        />
      </div>
      <SenderFields form={form} />
      {hasOwnAddress && (
        <TextInput
          label={t('operations.mail.publicUrl')}
          description={t('operations.mail.publicUrlHelp')}
          {...form.getInputProps('publicUrl')}
          required
        />
      )}
      <EditConflict conflict={conflict} words={mailWords(t)} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy}>
          {t('operations.mail.save')}
        </Button>
      </div>
    </Form>
  );
}

const mailWords = (t: Translator) => ({
  host: { label: t('operations.mail.host'), show: ({ host }: Values) => host },
  port: { label: t('operations.mail.port'), show: ({ port }: Values) => String(port) },
  security: {
    label: t('operations.mail.encryption'),
    show: ({ security }: Values) => t(`operations.mail.security.${security}`),
  },
  user: { label: t('ui.account.user'), show: ({ user }: Values) => user },
  password: { label: t('common.password') },
  from: { label: t('operations.mail.from'), show: ({ from }: Values) => `${from.name} <${from.address}>` },
  publicUrl: { label: t('operations.mail.publicUrl'), show: ({ publicUrl }: Values) => publicUrl },
});

type MailForm = UseFormReturnType<Values>;

function SenderFields({ form }: { readonly form: MailForm }) {
  const t = useText();
  return (
    <div className={styles.pair}>
      <TextInput label={t('operations.mail.fromName')} {...form.getInputProps('from.name')} required />
      <TextInput
        label={t('operations.mail.fromAddress')}
        inputMode="email"
        placeholder={EXAMPLE_ADDRESS}
        {...form.getInputProps('from.address')}
        required
      />
    </div>
  );
}

/** Where the mail server is, and how the connection is encrypted. */
function ServerFields({ form }: { readonly form: MailForm }) {
  const t = useText();
  const { tenant } = useProfile();
  const { values } = form;
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={t('operations.mail.host')}
          description={t.rich('operations.mail.hostHelp', {
            link: (text) => (
              <Link to={`/admin/tenants/${tenant.guid}/outbound`} state={SIDE_TRIP}>
                {text}
              </Link>
            ),
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={EXAMPLE_HOST}
          autoComplete="off"
          {...form.getInputProps('host')}
          required
        />
        <NumberInput
          label={t('operations.mail.port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('port')}
          required
        />
      </div>
      <SecurityField
        value={values.security}
        error={form.getInputProps('security').error}
        onChange={(security) => {
          // A port that was left as it usually is follows.
          const wasUsual = values.port === MAIL_SECURITY[values.security].usualPort;
          form.setValues({ security, ...(wasUsual ? { port: MAIL_SECURITY[security].usualPort } : {}) });
          form.clearErrors();
        }}
      />
    </>
  );
}

function SecurityField({
  value,
  error,
  onChange,
}: {
  readonly value: MailSecurity;
  readonly error: ReactNode;
  readonly onChange: (security: MailSecurity) => void;
}) {
  const t = useText();
  return (
    <NativeSelect
      label={t('operations.mail.encryption')}
      value={value}
      error={error}
      data={MAIL_SECURITIES.map((one) => ({ value: one, label: t(`operations.mail.security.${one}`) }))}
      onChange={(event) => {
        const chosen = MAIL_SECURITIES.find((one) => one === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
