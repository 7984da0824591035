/** Rare actions on a device: replace it, create a new code, remove it. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api, refresh } from '../../lib/api.ts';
import { formatUntil } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showErrorToast, showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { ActivationCode } from './activation-code.tsx';

type Asked = 'replace' | 'code' | 'remove';

export function DeviceActions({ sentry, isActive }: { readonly sentry: SentryOut; readonly isActive: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  return (
    <div className="row">
      {isActive ? (
        <Button size="xs" variant="default" onClick={() => setAsked('replace')}>
          Replace the device<span className="visually-hidden"> of {sentry.name}</span>
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setAsked('code')}>
          New activation code<span className="visually-hidden"> for {sentry.name}</span>
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsked('remove')}>
        Remove<span className="visually-hidden"> {sentry.name}</span>
      </Button>
      {(asked === 'replace' || asked === 'code') && (
        <NewCode sentry={sentry} isReplacement={asked === 'replace'} onClose={close} />
      )}
      {asked === 'remove' && (
        <TypedConfirmation
          title={`Remove ${sentry.name}?`}
          text="Its device is locked out at once and its open alerts end. Its history and its alerts stay on record, but no page draws them any more. To put another device in its place, replace it instead."
          name={sentry.name}
          action={`Remove ${sentry.name}`}
          onClose={close}
          onConfirm={async () => {
            await api('DELETE /sentries/{guid}', { params: { guid: sentry.guid } });
            close();
            await Promise.all([
              refresh('GET /sentries'),
              refresh('GET /views/locations'),
              refresh('GET /locations/{guid}/latest'),
            ]);
            showToast('Removed', sentry.name);
          }}
        />
      )}
    </div>
  );
}

function NewCode({
  sentry,
  isReplacement,
  onClose,
}: {
  readonly sentry: SentryOut;
  readonly isReplacement: boolean;
  readonly onClose: () => void;
}) {
  const now = useNow();
  const [code, setCode] = useState<{ readonly activationCode: string; readonly expiresAt: string } | null>(null);
  const [began] = useState(sentry.activatedAt);
  const { busy, submit } = useSubmit(async () => {
    try {
      const params = { guid: sentry.guid };
      setCode(
        isReplacement
          ? await api('POST /sentries/{guid}/replace', { params })
          : await api('POST /sentries/{guid}/activation-code', { params }),
      );
    } catch (error) {
      showErrorToast(error);
    }
  });
  const isDone = code !== null && sentry.activatedAt !== began;
  return (
    <Dialog
      title={isReplacement ? `Replace the device of ${sentry.name}` : `A new code for ${sentry.name}`}
      onClose={onClose}
    >
      {isDone ? (
        <p role="status">
          Done: {sentry.model}, serial number {sentry.serialNumber}, is {sentry.name} now. Graphs show where it took
          over.
        </p>
      ) : code === null ? (
        <p className="muted">
          {isReplacement
            ? 'The new device takes over the name, the place, the policies and the history. The old one works until the new one is activated. Offsets of the sensors stay as they are; set them to zero if the new device needs none.'
            : 'The code given before stops working.'}
        </p>
      ) : (
        <>
          <ActivationCode code={code.activationCode} />
          <p className="muted small" role="status">
            Waiting for the device. The code ends {formatUntil(code.expiresAt, now)}.
          </p>
        </>
      )}
      <div className="row">
        {code === null && (
          <Button loading={busy} onClick={() => void submit()}>
            Create code
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {isDone ? 'Close' : 'Cancel'}
        </Button>
      </div>
    </Dialog>
  );
}
