/** /profile/change-password */
import { ChangePasswordForm } from '../../features/account/change-password-form.tsx';
import { usePasswordPolicy } from '../../features/account/use-password-policy.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function ChangePassword() {
  const t = useText();
  useTitle(t('account.password.change'));
  const { data, error, mutate } = usePasswordPolicy();
  if (error && !data)
    return (
      <Problem
        isPage
        title={t('account.password.loadProblem')}
        text={problemText(error)}
        onRetry={() => void mutate()}
      />
    );
  if (!data) return <div className="skeleton narrow" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <div className="narrow">
      <h1>{t('account.password.change')}</h1>
      {data.hasPassword ? (
        <ChangePasswordForm apiTokens={data.apiTokens} />
      ) : (
        <p className="muted">{t('account.password.none')}</p>
      )}
    </div>
  );
}
