/** What it was, afterwards: from these answers a policy's page learns what would spare people the false ones. */
import { Button } from '@mantine/core';
import type { AlertOut } from '@picket/contracts';
import { VERDICT_WORDS, VERDICTS, type Verdict as VerdictName } from '@picket/domain';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { ago } from '../../lib/format-ago.ts';
import { useNow } from '../../lib/now.ts';
import { toastProblem } from '../../ui/toasts.ts';

export function Verdict({ alert }: { readonly alert: AlertOut }) {
  const now = useNow();
  const [busy, setBusy] = useState<VerdictName | null>(null);
  const said = alert.verdict;
  const say = async (verdict: VerdictName): Promise<void> => {
    setBusy(verdict);
    try {
      await api('POST /alerts/{guid}/verdict', {
        params: { guid: alert.guid },
        // Said again, it is taken back.
        body: { verdict: said?.verdict === verdict ? null : verdict },
      });
      await Promise.all([refresh('GET /alerts/{guid}'), refresh('GET /policies/{guid}/lessons')]);
    } catch (error) {
      toastProblem(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className="card pad stack" aria-label="What was it?">
      <h2>What was it?</h2>
      <div className="row verdicts">
        {VERDICTS.map((verdict) => (
          <Button
            key={verdict}
            size="xs"
            variant={said?.verdict === verdict ? 'filled' : 'default'}
            aria-pressed={said?.verdict === verdict}
            loading={busy === verdict}
            onClick={() => void say(verdict)}
          >
            {VERDICT_WORDS[verdict]}
          </Button>
        ))}
      </div>
      <p className="small muted">
        {said === undefined
          ? 'Saying so teaches: its policy’s page suggests what would spare people the false ones.'
          : `${VERDICT_WORDS[said.verdict]}, said ${said.by}, ${ago(said.at, now)}.`}
        {alert.policy !== undefined && alert.policy.guid !== '' && (
          <>
            {' '}
            <Link to={`/admin/policies/${alert.policy.guid}`}>What {alert.policy.name} has taught</Link>
          </>
        )}
      </p>
    </section>
  );
}
