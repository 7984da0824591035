/** A one-time link that was sent by mail or, without a mail server, is shown to be handed over. */
import type { SentLinkOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import styles from './link-sent.module.css';

export function LinkSent({ sent, to }: { readonly sent: SentLinkOut; readonly to: string }) {
  const t = useText();
  const formats = useFormats();
  const time = formats.dateTime(sent.expiresAt);
  if (sent.path === undefined)
    return (
      <p role="status" className={styles.sent}>
        {t('users.link.mailed', { email: sent.sentTo ?? to, time })}
      </p>
    );
  return (
    <div role="status" className={`${styles.sent} stack-tight`}>
      <p>{t('users.link.shown', { email: to, time })}</p>
      <CopyLine text={`${window.location.origin}${sent.path}`} label={t('users.link.copy')} />
    </div>
  );
}
