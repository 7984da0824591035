/** Creates an activation code for a sentry, and waits for the device that uses it. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ActivationCode } from './activation-code.tsx';

interface Code {
  readonly activationCode: string;
  readonly expiresAt: string;
}

interface Props {
  readonly sentry: SentryOut;
  /** Another device takes the place of the one in use. */
  readonly isReplacement: boolean;
  readonly onClose: () => void;
}

export function NewCode({ sentry, isReplacement, onClose }: Props) {
  const t = useText();
  const [code, setCode] = useState<Code | null>(null);
  const [began] = useState(sentry.activatedAt);
  const { busy, run } = useAction(async () => {
    const params = { guid: sentry.guid };
    setCode(
      isReplacement
        ? await api('POST /sentries/{guid}/replace', { params })
        : await api('POST /sentries/{guid}/activation-code', { params }),
    );
  });
  const isDone = code !== null && sentry.activatedAt !== began;
  const values = { sentry: sentry.name };
  return (
    <Dialog
      title={isReplacement ? t('sentries.code.replace', values) : t('sentries.code.new', values)}
      onClose={onClose}
    >
      {isDone ? (
        <Done sentry={sentry} />
      ) : code === null ? (
        <p className="muted">{isReplacement ? t('sentries.code.replaceText') : t('sentries.code.newText')}</p>
      ) : (
        <Waiting code={code} />
      )}
      <div className="row">
        {code === null && (
          <Button loading={busy} onClick={() => void run()}>
            {t('sentries.code.create')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {isDone ? t('common.close') : t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}

function Waiting({ code }: { readonly code: Code }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  return (
    <>
      <ActivationCode code={code.activationCode} />
      <p className="muted small" role="status">
        {t('sentries.code.waiting', { until: formats.until(code.expiresAt, now) })}
      </p>
    </>
  );
}

function Done({ sentry: { name, model = '', serialNumber = '' } }: { readonly sentry: SentryOut }) {
  const t = useText();
  return <p role="status">{t('sentries.code.done', { model, serialNumber, sentry: name })}</p>;
}
