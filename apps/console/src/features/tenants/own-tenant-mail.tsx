import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { OwnTenantOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

interface Props {
  readonly tenant: OwnTenantOut;
  /** Who a test goes to. */
  readonly email: string;
}

type TestResult = ResponseOf<'POST /tenant/mail-test'>;

/** Whether mail is sent for the organization, and a test. */
export function OwnTenantMail({ tenant, email }: Props) {
  const t = useText();
  const { mail, isAdminTenant } = tenant;
  const [result, setResult] = useState<TestResult | null>(null);
  const { busy, problem, submit } = useSubmit(async () => {
    setResult(null);
    setResult(await api('POST /tenant/mail-test', {}));
    await refresh('GET /tenant');
  });
  return (
    <section className="card section" id="mail" aria-label={t('admin.mail.title')}>
      <h2>{t('admin.mail.title')}</h2>
      {mail.configured ? (
        <p className="muted">
          {t('admin.mail.state', { from: mail.from ?? '', waiting: mail.waiting, failed: mail.failed })}
        </p>
      ) : (
        <MissingMail isOperator={isAdminTenant} />
      )}
      {mail.lastProblem !== undefined && (
        <p className="problem-text">{t('admin.mail.lastError', { error: mail.lastProblem })}</p>
      )}
      <div role="status">{result !== null && <MailTestLine result={result} />}</div>
      <FormProblem problem={problem} />
      {mail.configured && (
        <div>
          <Button variant="default" loading={busy} onClick={() => void submit()}>
            {t('admin.mail.sendTest', { email })}
          </Button>
        </div>
      )}
    </section>
  );
}

function MissingMail({ isOperator }: { readonly isOperator: boolean }) {
  const t = useText();
  return (
    <p className="muted">
      {isOperator
        ? t.rich('admin.mail.missingOperator', { link: (text) => <Link to="/admin/mail">{text}</Link> })
        : t('admin.mail.missing')}
    </p>
  );
}

function MailTestLine({ result: { delivered, to, response } }: { readonly result: TestResult }) {
  const t = useText();
  return (
    <p>
      <StateBadge
        state={delivered ? 'ok' : 'critical'}
        label={t(delivered ? 'admin.mail.delivered' : 'admin.mail.notDelivered')}
      />{' '}
      {delivered ? t('admin.mail.deliveredTo', { email: to, response }) : response}
    </p>
  );
}
