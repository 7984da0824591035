import { Button, NativeSelect } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useState } from 'react';
import { API_BASE, api } from '../../../lib/api.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useAction } from '../../../ui/use-action.ts';

const HOURS = [1, 24, 72, 168] as const;
const DEFAULT_HOURS = 24;

type Link = ResponseOf<'POST /clips/{guid}/links'>;

interface Props {
  readonly clip: string;
  readonly onClose: () => void;
}

/** Makes a link for a receiver outside, and revokes those that were made. */
export function ShareClip({ clip, onClose }: Props) {
  const t = useText();
  const params = { guid: clip };
  const [hours, setHours] = useState<number>(DEFAULT_HOURS);
  const [link, setLink] = useState<Link | null>(null);
  const creating = useSubmit(async () => setLink(await api('POST /clips/{guid}/links', { params, body: { hours } })));
  const revoking = useAction(async () => {
    await api('DELETE /clips/{guid}/links', { params });
    setLink(null);
    showToast(t('clips.share.revoked'));
  });
  return (
    <Dialog title={t('clips.share.title')} onClose={onClose}>
      <p className="muted">{t('clips.share.text')}</p>
      <NativeSelect
        label={t('clips.share.valid')}
        value={String(hours)}
        onChange={(event) => setHours(Number(event.currentTarget.value))}
        data={HOURS.map((one) => ({ value: String(one), label: hoursText(t, one) }))}
      />
      {link !== null && <CreatedLink link={link} />}
      <FormProblem problem={creating.problem} />
      <div className="row">
        <Button loading={creating.busy} onClick={() => void creating.submit()}>
          {t('clips.share.create')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      <p className="small muted">{t('clips.share.revokeText')}</p>
      <div>
        <Button variant="default" size="xs" loading={revoking.busy} onClick={() => void revoking.run()}>
          {t('clips.share.revoke')}
        </Button>
      </div>
    </Dialog>
  );
}

const hoursText = (t: Translator, hours: number): string =>
  hours > 24 ? t('clips.share.days', { count: hours / 24 }) : t('clips.share.hours', { count: hours });

function CreatedLink({ link }: { readonly link: Link }) {
  const t = useText();
  const formats = useFormats();
  // A server without a public address returns a path of its own host.
  const url = new URL(link.url, new URL(API_BASE, window.location.href)).href;
  return (
    <div className="stack-tight">
      <CopyLine text={url} label={t('clips.share.copy')} />
      <p className="small muted">
        {t('clips.share.expires', { time: formats.dateTime(link.expiresAt) })} {t('clips.share.onlyNow')}
      </p>
    </div>
  );
}
