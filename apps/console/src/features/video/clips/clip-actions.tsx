/** What an administrator of the location does with a clip: keep it, hand it on, delete it. */
import { Button } from '@mantine/core';
import type { ClipOut } from '@picket/contracts/types';
import { IconLock, IconShare, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { Confirmation } from '../../../ui/confirmation.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { withReauthentication } from '../../session/index.ts';
import { AddHold } from './add-hold.tsx';
import { ShareClip } from './share-clip.tsx';

interface Props {
  readonly clip: ClipOut;
  /** Shows what has become of it. */
  readonly onChanged: () => Promise<unknown>;
}

type Dialog = 'hold' | 'share' | 'delete';

export function ClipActions({ clip, onChanged }: Props) {
  const t = useText();
  const [open, setOpen] = useState<Dialog | null>(null);
  const close = (): void => setOpen(null);
  const icons: Readonly<Record<Dialog, ReactNode>> = {
    hold: <IconLock size={16} aria-hidden="true" />,
    share: <IconShare size={16} aria-hidden="true" />,
    delete: <IconTrash size={16} aria-hidden="true" />,
  };
  const button = (dialog: Dialog) => (
    <Button variant="default" size="xs" leftSection={icons[dialog]} onClick={() => setOpen(dialog)}>
      {t(`clips.${dialog}`)}
    </Button>
  );
  return (
    <>
      {button('hold')}
      {button('share')}
      {clip.holds.length === 0 && button('delete')}
      {open === 'hold' && <AddHold clip={clip.guid} onAdded={onChanged} onClose={close} />}
      {open === 'share' && <ShareClip clip={clip.guid} onClose={close} />}
      {open === 'delete' && (
        <Confirmation
          title={t('clips.delete.title')}
          action={t('clips.delete.confirm')}
          reload={onChanged}
          onClose={close}
          onConfirm={async () => {
            await withReauthentication(() => api('DELETE /clips/{guid}', { params: { guid: clip.guid } }));
            close();
            await onChanged();
            showToast(t('clips.delete.done'));
          }}
        >
          <p>{t('clips.delete.text')}</p>
        </Confirmation>
      )}
    </>
  );
}
