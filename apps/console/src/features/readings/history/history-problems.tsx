/** What is wrong with the address of a history, and the way out. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/texts.ts';
import { toSpanQuery } from '../../../lib/time-span.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import type { LocationHistory } from './use-history.ts';
import type { HistoryQuery } from './use-history-query.ts';

const HOUR = 3_600_000;

interface Props {
  readonly history: LocationHistory;
  readonly timezone: string;
}

export function HistoryProblems({ history, timezone }: Props) {
  const { query, missingSeries, isSentryMissing } = history;
  return (
    <>
      {query.asked.kind === 'reversed' && <ReversedSpan query={query} timezone={timezone} />}
      {query.asked.kind === 'invalid' && <InvalidSpan query={query} />}
      {(missingSeries.length > 0 || isSentryMissing) && <Missing history={history} />}
    </>
  );
}

function Problem({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="card problem stack" role="alert">
      <h2>{title}</h2>
      {text !== undefined && <p className="muted">{text}</p>}
      <div className="row">{children}</div>
    </section>
  );
}

function LastDayButton({ query }: { readonly query: HistoryQuery }) {
  const t = useText();
  return (
    <Button variant="default" onClick={() => query.update({ from: null, to: null, range: '24h' })}>
      {t('history.lastDay')}
    </Button>
  );
}

function ReversedSpan({ query, timezone }: { readonly query: HistoryQuery; readonly timezone: string }) {
  const t = useText();
  const formats = useFormats(timezone);
  const { asked, update } = query;
  if (asked.kind !== 'reversed') return null;
  const { from, to } = asked;
  return (
    <Problem
      title={t('history.reversed.title')}
      text={t('history.reversed.text', { from: formats.dateTime(from), to: formats.dateTime(to) })}
    >
      <Button variant="default" onClick={() => update(toSpanQuery(to, from === to ? to + HOUR : from))}>
        {t('history.reversed.swap')}
      </Button>
      <LastDayButton query={query} />
    </Problem>
  );
}

function InvalidSpan({ query }: { readonly query: HistoryQuery }) {
  const t = useText();
  return (
    <Problem title={t('history.invalid.title')}>
      <LastDayButton query={query} />
    </Problem>
  );
}

/** A sentry or series that the location has no more. */
function Missing({ history: { query, missingSeries, isSentryMissing } }: Pick<Props, 'history'>) {
  const t = useText();
  const remove = (): void =>
    query.update({
      series: query.series.filter((key) => !missingSeries.includes(key)).join(',') || null,
      sentry: isSentryMissing ? null : query.sentry,
    });
  return (
    <Problem
      title={isSentryMissing ? t('history.missing.sentry') : t('history.missing.sensor')}
      text={
        isSentryMissing
          ? t('history.missing.sentryText')
          : t('history.missing.sensorText', { series: missingSeries.join(', ') })
      }
    >
      <Button variant="default" onClick={remove}>
        {t('history.missing.remove')}
      </Button>
    </Problem>
  );
}
