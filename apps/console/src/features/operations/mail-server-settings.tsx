/** The mail server of the installation: its state, its settings, a test. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatAgo, formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { MailServerForm } from './mail-server-form.tsx';
import styles from './operations.module.css';
import {
  type MailServerSettings,
  type MailTestResult,
  refreshMailServer,
  removeMailServer,
  useMailTest,
} from './use-mail-server.ts';

interface Props {
  readonly settings: MailServerSettings;
  /** Who the test mail goes to. */
  readonly email: string;
  readonly now: number;
}

export function MailServerPanels({ settings, email, now }: Props) {
  const test = useMailTest();
  const isManagedHere = settings.managedBy !== 'ENVIRONMENT';
  return (
    <>
      <section className="card section" aria-label="State of mail">
        <div className="row">
          <h2>State</h2>
          <MailState settings={settings} now={now} />
        </div>
        {settings.managedBy === null && (
          <p className="muted">
            Without a mail server nobody is notified by mail, and invitations and reset links are shown to
            administrators, who hand them over.
          </p>
        )}
        {settings.unreadable && (
          <p className="problem-text">
            The stored settings cannot be decrypted: the keys have changed. Enter them again.
          </p>
        )}
        {settings.changedBy !== undefined && settings.changedAt !== undefined && isManagedHere && (
          <p className="small muted">
            Set up by {settings.changedBy} on {formatViewerDateTime(settings.changedAt)}.
          </p>
        )}
        {settings.managedBy !== null && <p className="small muted">A test mail goes to you: {email}.</p>}
        {settings.health.failingSince !== undefined && (
          <p className="problem-text">It accepts no mail since {formatViewerDateTime(settings.health.failingSince)}.</p>
        )}
        <TestResult result={test.result} />
        <FormProblem problem={test.problem} />
        {settings.managedBy !== null && (
          <div className="row">
            <Button variant="default" loading={test.busy} onClick={() => void test.send()}>
              Send a test mail
            </Button>
            {isManagedHere && <RemoveMailServer />}
          </div>
        )}
      </section>
      {isManagedHere ? (
        <MailServerForm key={settings.changedAt ?? 'new'} settings={settings} onSaved={() => void test.send()} />
      ) : (
        <ManagedSettings settings={settings} />
      )}
    </>
  );
}

function MailState({ settings, now }: { readonly settings: MailServerSettings; readonly now: number }) {
  const { lastDeliveredAt, failingSince } = settings.health;
  if (settings.managedBy === null) return <StateBadge state="warning" label="Not set up" />;
  if (failingSince !== undefined) return <StateBadge state="critical" label="Not accepting mail" />;
  if (lastDeliveredAt === undefined) return <StateBadge state="info" label="Set up, nothing sent yet" />;
  return <StateBadge state="ok" label={`Last mail accepted ${formatAgo(lastDeliveredAt, now)}`} />;
}

function TestResult({ result }: { readonly result: MailTestResult | null }) {
  return (
    <div role="status">
      {result !== null && (
        <p className={`result-line ${result.delivered ? 'good' : 'bad'}`}>
          <StateBadge
            state={result.delivered ? 'ok' : 'critical'}
            label={result.delivered ? `Accepted for ${result.to}` : 'Not accepted'}
          />
          <span className="small">The mail server: {result.answer}</span>
        </p>
      )}
    </div>
  );
}

function RemoveMailServer() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Remove the mail server
      </Button>
      {isAsking && (
        <Confirmation
          title="Remove the mail server?"
          action="Remove"
          reload={refreshMailServer}
          onConfirm={removeMailServer}
          onClose={() => setAsking(false)}
        >
          <p>Nobody is notified by mail any more. Mails in the queue wait until another mail server is set up.</p>
        </Confirmation>
      )}
    </>
  );
}

/** What the environment sets, to read. */
function ManagedSettings({ settings }: { readonly settings: MailServerSettings }) {
  const { host, port, user, from, publicUrl } = settings;
  return (
    <section className="card section" aria-label="Mail server">
      <h2>Mail server</h2>
      <p className="muted">
        Set in the environment of the server by <code>PICKET_SMTP_URL</code>, <code>PICKET_MAIL_FROM</code> and{' '}
        <code>PICKET_PUBLIC_URL</code>, which win over what is entered here. To change them here, remove them there.
      </p>
      <dl className={styles.facts}>
        <dt>Host and port</dt>
        <dd>
          {host}:{port}
        </dd>
        <dt>User</dt>
        <dd>{user ?? 'None'}</dd>
        <dt>From</dt>
        <dd>{from === undefined ? '' : `${from.name} <${from.address}>`}</dd>
        <dt>Address of Picket</dt>
        <dd>{publicUrl}</dd>
      </dl>
    </section>
  );
}
