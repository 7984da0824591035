/** How long readings and summaries are kept, and the storage they use. */
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { RetentionForm } from './retention-form.tsx';
import { useRetention } from './use-tenants.ts';

export function ReadingRetention() {
  const t = useText();
  const { data, error, mutate } = useRetention();
  if (error && !data)
    return <Problem title={t('admin.retention.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />;
  if (!data) return <div className="skeleton" style={{ height: 260 }} aria-hidden="true" />;
  return data.items.map((item) => <RetentionForm key={item.kind} item={item} version={data.last_update_ts} />);
}
