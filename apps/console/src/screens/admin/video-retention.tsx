/** /retention: how long readings and summaries are kept, and the storage they use. */
import { RetentionForm } from '../../features/tenants/retention-form.tsx';
import { useRetention } from '../../features/tenants/use-tenants.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Retention() {
  const t = useText();
  useTitle(t('shell.page.retention'));
  const { data, error, mutate } = useRetention();
  if (error && !data)
    return (
      <Problem
        isPage
        title={t('admin.retention.loadProblem')}
        text={problemText(error)}
        onRetry={() => void mutate()}
      />
    );
  if (!data) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <h1>{t('admin.retention.title')}</h1>
      <p className="muted">{t('admin.retention.text')}</p>
      {data.items.map((item) => (
        <RetentionForm key={`${item.kind} ${item.keepDays}`} item={item} />
      ))}
    </div>
  );
}
