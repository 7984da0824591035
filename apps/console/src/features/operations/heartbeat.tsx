/** The heartbeat to a service outside, which alerts when it stays out: when Picket itself is down. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toasts.ts';
import {
  type HeartbeatSettings,
  refreshHeartbeat,
  removeHeartbeat,
  saveHeartbeat,
  useHeartbeatPing,
} from './use-heartbeat.ts';

const EXAMPLE = 'https://hc-ping.com/…';

interface Props {
  readonly settings: HeartbeatSettings;
}

export function Heartbeat({ settings }: Props) {
  const t = useText();
  const ping = useHeartbeatPing();
  const { managedBy, host, unreadable } = settings;
  return (
    <section className="card section" id="heartbeat" aria-label={t('operations.heartbeat.title')}>
      <div className="row">
        <h2>{t('operations.heartbeat.title')}</h2>
        <PingState settings={settings} />
      </div>
      <p className="muted">{t('operations.heartbeat.text')}</p>
      {managedBy !== null && <p>{t('operations.heartbeat.goesTo', { host: host ?? '' })}</p>}
      {managedBy === 'ENVIRONMENT' && (
        <p className="muted">{t.rich('operations.heartbeat.managed', { code: (text) => <code>{text}</code> })}</p>
      )}
      {unreadable && <p className="problem-text">{t('operations.heartbeat.unreadable')}</p>}
      <PingResult result={ping.result} />
      <FormProblem problem={ping.problem} />
      {managedBy !== null && (
        <div className="row">
          <Button variant="default" loading={ping.busy} onClick={() => void ping.send()}>
            {t('operations.heartbeat.send')}
          </Button>
          {managedBy === 'BROWSER' && <RemoveHeartbeat host={host ?? ''} />}
        </div>
      )}
      {managedBy !== 'ENVIRONMENT' && <HeartbeatForm settings={settings} onSaved={() => void ping.send()} />}
    </section>
  );
}

function PingState({ settings: { managedBy, lastPing } }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (managedBy === null) return <StateBadge state="info" label={t('operations.heartbeat.notSetUp')} />;
  if (lastPing === undefined) return <StateBadge state="info" label={t('operations.heartbeat.notSent')} />;
  const ago = formats.ago(lastPing.at, now);
  return lastPing.delivered ? (
    <StateBadge state="ok" label={t('operations.heartbeat.receivedAgo', { ago })} />
  ) : (
    <StateBadge
      state="warning"
      label={t('operations.heartbeat.notReceivedAgo', { ago, response: lastPing.response })}
    />
  );
}

function HeartbeatForm({ settings, onSaved }: Props & { readonly onSaved: () => void }) {
  const t = useText();
  const { host = '', managedBy } = settings;
  // The address itself is never sent to a browser: whether somebody else set one shows in its host.
  const { form, isDirty, busy, problem, conflict, submit } = useApiForm('PUT /installation/heartbeat', {
    saved: { url: '', host },
    version: settings.last_update_ts,
    toBody: ({ url }) => ({ url }),
    send: async ({ url }, _, headers) => {
      await saveHeartbeat(url, headers);
      showToast(t('common.saved'));
      onSaved();
    },
    reload: refreshHeartbeat,
  });
  return (
    <Form className="form" label={t('operations.heartbeat.form')} dirty={isDirty} onSubmit={submit}>
      <TextInput
        label={t(managedBy === null ? 'operations.heartbeat.address' : 'operations.heartbeat.otherAddress')}
        placeholder={EXAMPLE}
        description={t('operations.heartbeat.addressHelp')}
        autoComplete="off"
        {...form.getInputProps('url')}
        required
      />
      <EditConflict
        conflict={conflict}
        words={{
          url: { label: t('operations.heartbeat.address'), show: ({ url }) => url },
          host: { label: t('operations.heartbeat.address'), show: (values) => values.host },
        }}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {t('operations.heartbeat.save')}
        </Button>
      </div>
    </Form>
  );
}

function PingResult({ result }: { readonly result: ReturnType<typeof useHeartbeatPing>['result'] }) {
  const t = useText();
  return (
    <div role="status">
      {result !== null && (
        <p className={`result-line ${result.delivered ? 'good' : 'bad'}`}>
          <StateBadge
            state={result.delivered ? 'ok' : 'critical'}
            label={t(result.delivered ? 'operations.heartbeat.received' : 'operations.heartbeat.notReceived')}
          />
          <span className="small">{result.response}</span>
        </p>
      )}
    </div>
  );
}

function RemoveHeartbeat({ host }: { readonly host: string }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('operations.heartbeat.remove')}
      </Button>
      {isAsking && (
        <Confirmation
          title={t('operations.heartbeat.removeQuestion')}
          action={t('common.remove')}
          reload={refreshHeartbeat}
          onConfirm={removeHeartbeat}
          onClose={() => setAsking(false)}
        >
          <p>{t('operations.heartbeat.removeText', { host })}</p>
        </Confirmation>
      )}
    </>
  );
}
