/** A one-time link that was sent by mail or, without a mail server, is shown to be handed over. */
import type { SentLinkOut } from '@picket/contracts/types';
import { formatViewerDateTime } from '../../lib/format-relative-time.ts';
import { CopyLine } from '../../ui/copy-line.tsx';

export function LinkSent({ sent, to }: { readonly sent: SentLinkOut; readonly to: string }) {
  if (sent.path === undefined)
    return (
      <p role="status" className="notice">
        A mail with the link is on its way to {sent.sentTo ?? to}. The link works once, until{' '}
        {formatViewerDateTime(sent.expiresAt)}.
      </p>
    );
  return (
    <div role="status" className="notice stack-tight">
      <p>
        No mail server is configured, so send this link to {to} yourself. It works once, until{' '}
        {formatViewerDateTime(sent.expiresAt)}, and is not shown again.
      </p>
      <CopyLine text={`${window.location.origin}${sent.path}`} label="Copy the link" />
    </div>
  );
}
