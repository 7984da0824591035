/** The verdict on an alert. Tuning suggestions of its policy are based on these. */
import { Button } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { VERDICTS, type Verdict } from '@picket/domain/verdicts';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { nameText } from '../../lib/kind-texts.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { showErrorToast } from '../../ui/toasts.ts';
import { refreshAlert } from './use-alert.ts';

export function AlertVerdict({ alert }: { readonly alert: AlertOut }) {
  const t = useText();
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
      await Promise.all([refreshAlert(alert.guid), refresh('GET /policies/{guid}/suggestions')]);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className="card pad stack" aria-label={t('alerts.verdict')}>
      <h2>{t('alerts.verdict')}</h2>
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
            {t(`alerts.verdict.${verdict}`)}
          </Button>
        ))}
      </div>
      <VerdictNote alert={alert} />
    </section>
  );
}

/** Who set it, and what it is good for. */
function VerdictNote({ alert: { verdict, policy } }: { readonly alert: AlertOut }) {
  const t = useText();
  const now = useNow();
  const formats = useFormats();
  // One that a person raised has none, and a deleted one has no page.
  const hasPolicy = policy !== undefined && policy.guid !== '';
  if (verdict === undefined && !hasPolicy) return null;
  return (
    <p className="small muted">
      {verdict === undefined
        ? t('alerts.verdictHelp')
        : t('alerts.verdictSet', {
            verdict: t(`alerts.verdict.${verdict.verdict}`),
            name: verdict.by,
            ago: formats.ago(verdict.at, now),
          })}{' '}
      {hasPolicy && (
        <Link to={`/admin/policies/${policy.guid}`}>
          {t('alerts.suggestionsFor', { policy: nameText(t, policy.name) })}
        </Link>
      )}
    </p>
  );
}
