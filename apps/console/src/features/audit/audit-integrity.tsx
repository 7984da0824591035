/** Whether the log is as it was written; checked on request. */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AuditProblemOut } from '@picket/contracts/types';
import { useState } from 'react';
import { api, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import styles from './audit.module.css';

type Check = ResponseOf<'GET /audit/verify'>;

export function AuditIntegrity() {
  const t = useText();
  const [check, setCheck] = useState<Check | null>(null);
  const { busy, problem, submit } = useSubmit(async () => setCheck(await api('GET /audit/verify', {})));
  return (
    <section className="card section" aria-label={t('audit.check.label')}>
      <div className="row">
        <div className={`grow ${styles.result}`} role="status">
          {check === null ? <p className="muted">{t('audit.check.text')}</p> : <Result check={check} />}
          {check?.isWriteOnce === false && <p className="small muted">{t('audit.check.rewritable')}</p>}
          {problem !== null && <p className="problem-text">{problemText(problem)}</p>}
        </div>
        <Button variant="default" loading={busy} onClick={() => void submit()}>
          {t('audit.check.action')}
        </Button>
      </div>
      {check?.intact === false && <Problems check={check} />}
    </section>
  );
}

function Result({ check: { intact, entries, anchors, problemCount } }: { readonly check: Check }) {
  const t = useText();
  if (!intact)
    return (
      <p>
        <StateBadge state="critical" label={t('audit.check.changed')} />{' '}
        {t('audit.check.changedText', { problems: problemCount, entries })}
      </p>
    );
  return (
    <p>
      <StateBadge state="ok" label={t('audit.check.intact')} />{' '}
      {anchors === 0 ? t('audit.check.intactText', { entries }) : t('audit.check.anchoredText', { entries, anchors })}
    </p>
  );
}

function Problems({ check: { problems, problemCount } }: { readonly check: Check }) {
  const t = useText();
  const more = problemCount - problems.length;
  return (
    <>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.ordinal}`}>
            <span className="num">{numbersOf(problem)}</span> {t(`audit.problem.${problem.kind}`)}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{t('audit.check.more', { count: more })}</p>}
    </>
  );
}

const numbersOf = ({ ordinal, through = ordinal }: AuditProblemOut): string =>
  through === ordinal ? `#${ordinal}` : `#${ordinal} – #${through}`;
