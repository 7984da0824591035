/** The verdict on an alert. Tuning suggestions of its policy are based on these. */
import { Button } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { VERDICT_WORDS, VERDICTS, type Verdict } from '@picket/domain/verdicts';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { showErrorToast } from '../../ui/toasts.ts';

export function AlertVerdict({ alert }: { readonly alert: AlertOut }) {
  const now = useNow();
  const [busy, setBusy] = useState<Verdict | null>(null);
  const current = alert.verdict;
  const saveVerdict = async (verdict: Verdict): Promise<void> => {
    setBusy(verdict);
    try {
      await api('POST /alerts/{guid}/verdict', {
        params: { guid: alert.guid },
        // Pressing the selected verdict again removes it.
        body: { verdict: current?.verdict === verdict ? null : verdict },
      });
      await Promise.all([refresh('GET /alerts/{guid}'), refresh('GET /policies/{guid}/suggestions')]);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className="card pad stack" aria-label="Was this alert real?">
      <h2>Was this alert real?</h2>
      <div className="row verdicts">
        {VERDICTS.map((verdict) => (
          <Button
            key={verdict}
            size="xs"
            variant={current?.verdict === verdict ? 'filled' : 'default'}
            aria-pressed={current?.verdict === verdict}
            loading={busy === verdict}
            onClick={() => void saveVerdict(verdict)}
          >
            {VERDICT_WORDS[verdict]}
          </Button>
        ))}
      </div>
      <p className="small muted">
        {current === undefined
          ? 'Verdicts are the basis of the tuning suggestions for its policy.'
          : `${VERDICT_WORDS[current.verdict]}, set by ${current.by}, ${formatAgo(current.at, now)}.`}
        {alert.policy !== undefined && alert.policy.guid !== '' && (
          <>
            {' '}
            <Link to={`/admin/policies/${alert.policy.guid}`}>Tuning suggestions for {alert.policy.name}</Link>
          </>
        )}
      </p>
    </section>
  );
}
