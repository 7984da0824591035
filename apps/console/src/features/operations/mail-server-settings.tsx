/** The mail server of the installation: its state, its settings, a test. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { confirmMyArrival, TestOutcome } from '../notifications/index.ts';
import { useProfile } from '../session/index.ts';
import { MailServerForm } from './mail-server-form.tsx';
import styles from './operations.module.css';
import { type MailServerSettings, refreshMailServer, removeMailServer, useMailTest } from './use-mail-server.ts';

interface Props {
  readonly settings: MailServerSettings;
}

interface PanelProps extends Props {
  /** Who the test mail goes to. */
  readonly email: string;
}

const serverOf = ({ host, port, user }: MailServerSettings) => ({
  ...(host === undefined ? {} : { host: `${host}:${port}` }),
  ...(user === undefined ? {} : { user }),
});

export function MailServerPanels({ settings, email }: PanelProps) {
  const t = useText();
  const test = useMailTest();
  const { guid: user } = useProfile();
  const isManagedHere = settings.managedBy !== 'ENVIRONMENT';
  return (
    <>
      <section className="card section" aria-label={t('operations.mail.state')}>
        <div className="row">
          <h2>{t('operations.state.title')}</h2>
          <MailState settings={settings} />
        </div>
        <MailServerSummary settings={settings} email={email} />
        {test.result !== null && (
          <TestOutcome
            kind="EMAIL"
            receiver={test.result.to}
            result={test.result}
            server={serverOf(settings)}
            onArrival={(arrived) => confirmMyArrival({ guid: user }, arrived)}
          />
        )}
        <FormProblem problem={test.problem} />
        {settings.managedBy !== null && (
          <div className="row">
            <Button variant="default" loading={test.busy} onClick={() => void test.send()}>
              {t('operations.mail.sendTest')}
            </Button>
            {isManagedHere && <RemoveMailServer />}
          </div>
        )}
      </section>
      {isManagedHere ? (
        <MailServerForm settings={settings} onSaved={() => void test.send()} />
      ) : (
        <ManagedSettings settings={settings} />
      )}
    </>
  );
}

/** Who set it up, what is wrong with it, and where a test goes. */
function MailServerSummary({ settings, email }: PanelProps) {
  const t = useText();
  const formats = useFormats();
  const { managedBy, unreadable, changedBy, changedAt, health } = settings;
  return (
    <>
      {managedBy === null && <p className="muted">{t('operations.mail.without')}</p>}
      {unreadable && <p className="problem-text">{t('operations.mail.unreadable')}</p>}
      {changedBy !== undefined && changedAt !== undefined && managedBy !== 'ENVIRONMENT' && (
        <p className="small muted">
          {t('operations.mail.setUpBy', { person: changedBy, time: formats.dateTime(changedAt) })}
        </p>
      )}
      {managedBy !== null && <p className="small muted">{t('operations.mail.testTo', { email })}</p>}
      {health.failingSince !== undefined && (
        <p className="problem-text">
          {t('operations.mail.failingSince', { time: formats.dateTime(health.failingSince) })}
        </p>
      )}
    </>
  );
}

function MailState({ settings }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { lastDeliveredAt, failingSince } = settings.health;
  if (settings.managedBy === null) return <StateBadge state="warning" label={t('operations.mail.notSetUp')} />;
  if (failingSince !== undefined) return <StateBadge state="critical" label={t('operations.mail.failing')} />;
  if (lastDeliveredAt === undefined) return <StateBadge state="info" label={t('operations.mail.unused')} />;
  return <StateBadge state="ok" label={t('operations.mail.works', { ago: formats.ago(lastDeliveredAt, now) })} />;
}

function RemoveMailServer() {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('operations.mail.remove')}
      </Button>
      {isAsking && (
        <Confirmation
          title={t('operations.mail.removeQuestion')}
          action={t('common.remove')}
          reload={refreshMailServer}
          onConfirm={removeMailServer}
          onClose={() => setAsking(false)}
        >
          <p>{t('operations.mail.removeText')}</p>
        </Confirmation>
      )}
    </>
  );
}

/** What the environment sets, to read. */
function ManagedSettings({ settings }: Props) {
  const t = useText();
  const { host, port, user, from, publicUrl } = settings;
  return (
    <section className="card section" aria-label={t('shell.page.mailServer')}>
      <h2>{t('shell.page.mailServer')}</h2>
      <p className="muted">{t.rich('operations.mail.managed', { code: (text) => <code>{text}</code> })}</p>
      <dl className={styles.facts}>
        <dt>{t('operations.mail.hostAndPort')}</dt>
        <dd>
          {host}:{port}
        </dd>
        <dt>{t('ui.account.user')}</dt>
        <dd>{user ?? t('operations.mail.noUser')}</dd>
        <dt>{t('operations.mail.from')}</dt>
        <dd>{from === undefined ? '' : `${from.name} <${from.address}>`}</dd>
        <dt>{t('operations.mail.publicUrl')}</dt>
        <dd>{publicUrl}</dd>
      </dl>
    </section>
  );
}
