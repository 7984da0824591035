/** Checks that the archive can be restored: when, how long, how far it reached, and what was found. */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { api, refresh } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { statedProblemText } from '../../lib/stated-problem-text.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

type Checks = NonNullable<ResponseOf<'GET /operations'>['recoveryChecks']>;
type Check = NonNullable<Checks['last']>;

export function RecoveryChecks({ checks }: { readonly checks: Checks }) {
  const t = useText();
  const { everyDays, startable, running, last } = checks;
  const start = useSubmit(async () => {
    await api('POST /recovery-checks', {});
    await refresh('GET /operations');
  });
  return (
    <section className="stack-tight" id="recovery-checks" aria-label={t('operations.checks.title')}>
      <div className="row">
        <h3>{t('operations.checks.title')}</h3>
        <CheckBadge checks={checks} />
        <span className="grow" />
        {startable && (
          <Button variant="default" loading={start.busy} disabled={running} onClick={() => void start.submit()}>
            {t('operations.checks.start')}
          </Button>
        )}
      </div>
      <p className="muted">
        {everyDays === undefined ? t('operations.checks.off') : t('operations.checks.every', { days: everyDays })}
      </p>
      {!startable && <p className="small muted">{t('operations.checks.elsewhere')}</p>}
      {running && (
        <p className="small" role="status">
          {t('operations.checks.running')}
        </p>
      )}
      <FormProblem problem={start.problem} />
      {last === undefined && !running && <p className="muted">{t('operations.checks.noneYet')}</p>}
      {last !== undefined && !running && <LastCheck check={last} />}
    </section>
  );
}

function CheckBadge({ checks: { problem, passedAt } }: { readonly checks: Checks }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (problem !== undefined) return <StateBadge state="warning" label={statedProblemText(t, formats, problem)} />;
  if (passedAt === undefined) return null;
  return <StateBadge state="ok" label={t('operations.checks.passedAgo', { ago: formats.ago(passedAt, now) })} />;
}

function LastCheck({ check }: { readonly check: Check }) {
  const t = useText();
  const formats = useFormats();
  const { startedAt, finishedAt, result, reachedAt, why } = check;
  const facts = [
    finishedAt === undefined
      ? null
      : t('operations.checks.took', { duration: formats.duration(Date.parse(finishedAt) - Date.parse(startedAt)) }),
    reachedAt === undefined
      ? null
      : t('operations.checks.reached', { instant: formats.dateTimeWithSeconds(reachedAt) }),
  ].filter((fact) => fact !== null);
  return (
    <ul className="list inner">
      <li>
        <span className="main">
          <strong className="num">{formats.dateTimeWithSeconds(startedAt)}</strong>
          <span className="small muted">{t(`operations.checks.result.${result ?? 'INTERRUPTED'}`)}</span>
          {why !== undefined && <span className="small muted">{why}</span>}
        </span>
        <span className="side small muted num">{facts.join(' · ')}</span>
      </li>
    </ul>
  );
}
