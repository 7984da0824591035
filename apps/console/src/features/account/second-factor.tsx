/** Second factors of the signed-in user: authenticator app, passkeys, recovery codes. */
import { Button, TextInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { MfaOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api, fieldProblem, problemText, refresh, useApi } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { registerPasskey, revalidateSession, supportsPasskeys, withReauthentication } from '../session/index.ts';

type Offer = ResponseOf<'POST /users/my-profile/mfa/totp'>;

export function SecondFactor() {
  const mfa = useApi('GET /users/my-profile/mfa', {}, { revalidateOnFocus: false });
  const [offer, setOffer] = useState<Offer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = async (recoveryCodes?: readonly string[]): Promise<void> => {
    if (recoveryCodes !== undefined) setCodes(recoveryCodes);
    await Promise.all([refresh('GET /users/my-profile/mfa'), refresh('GET /users/my-profile/sessions')]);
    // If the tenant requires a second factor, the rest of the console is available now.
    await revalidateSession();
  };
  const begin = useSubmit(async () =>
    setOffer(await withReauthentication(() => api('POST /users/my-profile/mfa/totp', {}))),
  );
  if (!mfa.data)
    return (
      <section className="card section" aria-label="Second factor">
        <h2>Second factor</h2>
        {mfa.error ? <p className="problem-text">{problemText(mfa.error)}</p> : <div className="skeleton thin" />}
      </section>
    );
  const { totp, passkeys, recoveryCodesLeft, required, passkeysSupported } = mfa.data;
  const hasAny = totp !== undefined || passkeys.length > 0;
  return (
    <section className="card section" aria-label="Second factor">
      <div className="row">
        <h2>Second factor</h2>
        <span className={`tag ${hasAny ? 'good' : 'caution'}`}>{hasAny ? 'Set up' : 'Not set up'}</span>
      </div>
      <p className="muted">
        A second proof besides the password, required at each sign-in.
        {required ? ' Your organization requires one.' : ''}
      </p>
      {codes !== null && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {offer !== null && (
        <SetUpApp
          offer={offer}
          onCancel={() => setOffer(null)}
          onDone={async (recoveryCodes) => {
            setOffer(null);
            await changed(recoveryCodes);
          }}
        />
      )}
      <Factors mfa={mfa.data} onChanged={() => void changed()} />
      <FormProblem problem={begin.problem} />
      <div className="row">
        {totp === undefined && offer === null && (
          <Button variant={hasAny ? 'default' : 'filled'} loading={begin.busy} onClick={() => void begin.submit()}>
            Set up an authenticator app
          </Button>
        )}
        {passkeysSupported && supportsPasskeys() && <AddPasskey onAdded={changed} />}
        {hasAny && <NewCodes left={recoveryCodesLeft} onMade={setCodes} />}
      </div>
    </section>
  );
}

function Factors({ mfa, onChanged }: { readonly mfa: MfaOut; readonly onChanged: () => void }) {
  const now = useNow();
  const remove = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await withReauthentication(work);
      showToast('Removed');
      onChanged();
    } catch (error) {
      showErrorToast(error);
    }
  };
  const { totp, passkeys } = mfa;
  if (totp === undefined && passkeys.length === 0) return null;
  return (
    <ul className="list inner">
      {totp !== undefined && (
        <li>
          <div className="main">
            <strong>Authenticator app</strong>
            <span className="small muted">Set up {formatAgo(totp.since, now)}</span>
          </div>
          <Button
            variant="default"
            onClick={() => void remove(() => api('DELETE /users/my-profile/mfa/totp', {}))}
            aria-label="Remove the authenticator app"
          >
            Remove
          </Button>
        </li>
      )}
      {passkeys.map(({ guid, name, createdAt, lastUsedAt }) => (
        <li key={guid}>
          <div className="main">
            <strong>{name}</strong>
            <span className="small muted">
              Passkey, added {formatAgo(createdAt, now)}
              {lastUsedAt === undefined ? ', not used yet' : `, last used ${formatAgo(lastUsedAt, now)}`}
            </span>
          </div>
          <Button
            variant="default"
            onClick={() => void remove(() => api('DELETE /users/my-profile/mfa/passkeys/{guid}', { params: { guid } }))}
            aria-label={`Remove the passkey ${name}`}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function SetUpApp({
  offer,
  onDone,
  onCancel,
}: {
  readonly offer: Offer;
  readonly onDone: (recoveryCodes: readonly string[] | undefined) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useSubmit(async () => {
    const answer = await withReauthentication(() => api('POST /users/my-profile/mfa/totp/confirm', { body: { code } }));
    await onDone(answer.recoveryCodes);
  });
  return (
    <form
      className="form"
      aria-label="Set up the authenticator app"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ol className="steps">
        <li>
          Scan this with your authenticator app, or enter the key into the app.
          <div className="activation">
            <QrCode text={offer.uri} label="The key as a QR code" />
            <code className="key" data-testid="totp-secret">
              {offer.secret.replace(/(.{4})/gu, '$1 ').trim()}
            </code>
          </div>
        </li>
        <li>
          Enter the six digits it shows.
          <TextInput
            aria-label="Code from the app"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            error={problem === null ? undefined : (fieldProblem(problem, 'code') ?? problemText(problem))}
            onChange={(event) => setCode(event.currentTarget.value)}
            required
          />
        </li>
      </ol>
      <div className="row">
        <Button type="submit" loading={busy}>
          Turn on
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Picket recovery codes\n\n${codes.join('\n')}\n`)}`;
  return (
    <div className="stack-tight" role="status">
      <h3>Your recovery codes</h3>
      <p className="muted small">
        Use one to sign in when your second factor is not available. Each works once. They are only shown now: print
        them or save them in a password manager.
      </p>
      <ul className="codes" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button component="a" href={file} download="picket-recovery-codes.txt" variant="default">
          Save as a file
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: (recoveryCodes?: readonly string[]) => Promise<void> }) {
  const [name, setName] = useState<string | null>(null);
  const { busy, problem, submit } = useSubmit(async () => {
    const { challenge, options } = await withReauthentication(() =>
      api('POST /users/my-profile/mfa/passkeys/options', {}),
    );
    const response = await registerPasskey(options);
    const body = { challenge, name: name ?? '', response };
    const { recoveryCodes } = await api('POST /users/my-profile/mfa/passkeys', { body });
    setName(null);
    await onAdded(recoveryCodes);
  });
  if (name === null)
    return (
      <Button variant="default" onClick={() => setName('')}>
        Add a passkey
      </Button>
    );
  return (
    <form
      className="form"
      aria-label="Add a passkey"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label="Name of the passkey"
        description="A name to recognize it by, such as “Laptop” or “Blue security key”."
        maxLength={128}
        value={name}
        error={problem === null ? undefined : (fieldProblem(problem, 'name') ?? problemText(problem))}
        onChange={(event) => setName(event.currentTarget.value)}
        required
      />
      <div className="row">
        <Button type="submit" loading={busy}>
          Continue
        </Button>
        <Button variant="default" onClick={() => setName(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function NewCodes({ left, onMade }: { readonly left: number; readonly onMade: (codes: readonly string[]) => void }) {
  const make = async (): Promise<void> => {
    try {
      const { recoveryCodes } = await withReauthentication(() => api('POST /users/my-profile/mfa/recovery-codes', {}));
      onMade(recoveryCodes);
      await refresh('GET /users/my-profile/mfa');
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <Button variant="default" onClick={() => void make()}>
      New recovery codes ({left} left)
    </Button>
  );
}
