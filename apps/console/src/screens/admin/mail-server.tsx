/** /admin/mail: the mail server of the installation. */
import { MailServerPanels } from '../../features/operations/mail-server-settings.tsx';
import { useMailServer } from '../../features/operations/use-mail-server.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function MailServerScreen() {
  useTitle('Mail server');
  const now = useNow();
  const { email } = useProfile();
  const { data, error, mutate } = useMailServer();
  if (data === undefined)
    return error === undefined ? (
      <div className="skeleton wide" style={{ height: 640 }} aria-hidden="true" />
    ) : (
      <Problem
        isPage
        title="The mail server could not be loaded"
        text={problemText(error)}
        onRetry={() => void mutate()}
      />
    );
  return (
    <div className="wide">
      <div>
        <h1>Mail server</h1>
        <p className="muted">For all organizations of this installation: notifications, invitations, reset links.</p>
      </div>
      <MailServerPanels settings={data} email={email} now={now} />
    </div>
  );
}
