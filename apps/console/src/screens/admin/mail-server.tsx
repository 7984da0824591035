/** /admin/mail: the mail server of the installation. */
import { MailServerPanels } from '../../features/operations/mail-server-settings.tsx';
import { useMailServer } from '../../features/operations/use-mail-server.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function MailServerScreen() {
  const t = useText();
  useTitle(t('shell.page.mailServer'));
  const { email } = useProfile();
  const { data, error, mutate } = useMailServer();
  if (data === undefined)
    return error === undefined ? (
      <div className="skeleton wide" style={{ height: 640 }} aria-hidden="true" />
    ) : (
      <Problem
        isPage
        title={t('operations.mail.loadProblem')}
        text={problemText(error)}
        onRetry={() => void mutate()}
      />
    );
  return (
    <div className="wide">
      <div>
        <h1>{t('shell.page.mailServer')}</h1>
        <p className="muted">{t('operations.mail.text')}</p>
      </div>
      <MailServerPanels settings={data} email={email} />
    </div>
  );
}
