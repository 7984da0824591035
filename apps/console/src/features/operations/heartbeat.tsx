/** The heartbeat to a service outside, which alerts when it stays out: when Picket itself is down. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
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

interface Props {
  readonly settings: HeartbeatSettings;
  readonly now: number;
}

export function Heartbeat({ settings, now }: Props) {
  const ping = useHeartbeatPing();
  const { managedBy, host, unreadable } = settings;
  return (
    <section className="card section" id="heartbeat" aria-label="Heartbeat">
      <div className="row">
        <h2>Heartbeat</h2>
        <PingState settings={settings} now={now} />
      </div>
      <p className="muted">
        Picket cannot report its own failure. A service outside can: Picket requests an address there once a minute
        while all health checks pass, and the service alerts you when no request comes.
      </p>
      {managedBy !== null && <p>Requests go to {host}.</p>}
      {managedBy === 'ENVIRONMENT' && (
        <p className="muted">
          Set in the environment of the server by <code>PICKET_HEARTBEAT_URL</code>, which wins over what is entered
          here.
        </p>
      )}
      {unreadable && (
        <p className="problem-text">The stored address cannot be decrypted: the keys have changed. Enter it again.</p>
      )}
      <PingResult result={ping.result} />
      <FormProblem problem={ping.problem} />
      {managedBy !== null && (
        <div className="row">
          <Button variant="default" loading={ping.busy} onClick={() => void ping.send()}>
            Send a ping now
          </Button>
          {managedBy === 'BROWSER' && <RemoveHeartbeat host={host ?? ''} />}
        </div>
      )}
      {managedBy !== 'ENVIRONMENT' && (
        <HeartbeatForm isReplacing={managedBy !== null} onSaved={() => void ping.send()} />
      )}
    </section>
  );
}

function PingState({ settings: { managedBy, lastPing }, now }: Props) {
  if (managedBy === null) return <StateBadge state="info" label="Not set up" />;
  if (lastPing === undefined) return <StateBadge state="info" label="Not sent yet" />;
  const ago = formatAgo(lastPing.at, now);
  return lastPing.delivered ? (
    <StateBadge state="ok" label={`Received ${ago}`} />
  ) : (
    <StateBadge state="warning" label={`Not received ${ago}: ${lastPing.answer}`} />
  );
}

function HeartbeatForm({ isReplacing, onSaved }: { readonly isReplacing: boolean; readonly onSaved: () => void }) {
  const { form, busy, problem, submit } = useApiForm({ url: '' }, async ({ url }) => {
    await saveHeartbeat(url);
    form.reset();
    showToast('Saved');
    onSaved();
  });
  return (
    <Form
      className="form"
      label="Address of the heartbeat"
      dirty={form.values.url !== ''}
      onSubmit={() => void submit()}
    >
      <TextInput
        label={isReplacing ? 'Another address' : 'Address'}
        placeholder="https://hc-ping.com/…"
        description="It holds a token: it is stored encrypted and never shown again."
        autoComplete="off"
        {...form.getInputProps('url')}
        required
      />
      <FormProblem problem={problem} fields={['url']} />
      <div>
        <Button type="submit" variant="default" loading={busy}>
          Save and send a ping
        </Button>
      </div>
    </Form>
  );
}

function PingResult({ result }: { readonly result: ReturnType<typeof useHeartbeatPing>['result'] }) {
  return (
    <div role="status">
      {result !== null && (
        <p className={`result-line ${result.delivered ? 'good' : 'bad'}`}>
          <StateBadge
            state={result.delivered ? 'ok' : 'critical'}
            label={result.delivered ? 'Received' : 'Not received'}
          />
          <span className="small">{result.answer}</span>
        </p>
      )}
    </div>
  );
}

function RemoveHeartbeat({ host }: { readonly host: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Remove the heartbeat
      </Button>
      {isAsking && (
        <Confirmation
          title="Remove the heartbeat?"
          action="Remove"
          reload={refreshHeartbeat}
          onConfirm={removeHeartbeat}
          onClose={() => setAsking(false)}
        >
          <p>The service at {host} will alert you, since no request comes any more.</p>
        </Confirmation>
      )}
    </>
  );
}
