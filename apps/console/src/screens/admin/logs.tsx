/** /admin/logs: who did what and when, with filters, an export and an integrity check. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AuditProblemOut } from '@picket/contracts/types';
import { AUDIT_ACTION_TEXTS, AUDIT_ACTIONS, AUDIT_PROBLEM_TEXTS } from '@picket/domain/audit';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuditRow } from '../../features/audit/audit-row.tsx';
import { plural } from '../../lib/plural.ts';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';
import '../../features/account/account.css';
import { useLocationNames } from '../../features/users/use-location-names.ts';
import { API_BASE, api, problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';

const DAY = 86_400_000;

/** Days as the viewer's calendar has them. */
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(new Date(`${day}T00:00:00`).getTime() + DAY).toISOString();

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

export default function Logs() {
  useTitle('Audit log');
  const now = useNow();
  const { nameOf } = useLocationNames();
  // The filter is part of the address, so that it can be shared.
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');
  const [wanted] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const action = params.get('action') ?? '';
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const filter = {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(action === '' ? {} : { action }),
    ...(from === '' ? {} : { from: startOf(from) }),
    ...(to === '' ? {} : { to: endOf(to) }),
  };
  const pages = usePages('GET /audit', { query: { limit: 50, ...filter } });
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="stack">
      <div className="row">
        <h1>Audit log</h1>
        <span className="grow" />
        <Button
          component="a"
          variant="default"
          href={`${API_BASE}/audit/export?${new URLSearchParams(filter)}`}
          download="picket-audit.csv"
        >
          Export{isFiltered ? ' matching entries' : ''}
        </Button>
      </div>
      <Integrity />
      <div className="filters">
        <TextInput
          label="Name contains"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            set('search', event.currentTarget.value.trim());
          }}
        />
        <NativeSelect
          label="Action"
          value={action}
          data={[
            { value: '', label: 'All actions' },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: sentence(AUDIT_ACTION_TEXTS[value]) })),
          ]}
          onChange={(event) => set('action', event.currentTarget.value)}
        />
        <TextInput label="From" type="date" value={from} onChange={(event) => set('from', event.currentTarget.value)} />
        <TextInput label="To" type="date" value={to} onChange={(event) => set('to', event.currentTarget.value)} />
      </div>
      {pages.error && (
        <Problem
          title="The log could not be loaded"
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {!pages.items && !pages.error && <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}
      {pages.items?.length === 0 && <p className="muted">No matching entries.</p>}
      {pages.items && pages.items.length > 0 && (
        <ul className="card list">
          {pages.items.map((entry) => (
            <AuditRow key={entry.ordinal} entry={entry} now={now} nameOf={nameOf} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} label="Show older entries" />
    </div>
  );
}

function Integrity() {
  const [checked, setChecked] = useState<Check | null>(null);
  const { busy, problem, submit } = useSubmit(async () => setChecked(await api('GET /audit/verify', {})));
  return (
    <section className="card section" aria-label="Integrity">
      <div className="row">
        <div className="grow integrity-result" role="status">
          {checked === null && (
            <p className="muted">Every entry includes the hash of the one before it, so that any change is detected.</p>
          )}
          {checked?.intact === true && (
            <p>
              <StateBadge state="ok" label="Intact" /> All {checked.entries.toLocaleString()} entries are as they were
              written.{' '}
              {checked.anchors === 0
                ? 'None has been copied outside the database yet. This happens every few seconds.'
                : `${checked.anchors.toLocaleString()} of them also match a copy outside the database.`}
            </p>
          )}
          {checked?.intact === false && (
            <p>
              <StateBadge state="critical" label="Changed outside Picket" /> {plural(checked.problemCount, 'problem')};{' '}
              {checked.entries.toLocaleString()} entries are as they were written.
            </p>
          )}
          {checked?.isWriteOnce === false && (
            <p className="small muted">
              The server uses a database role that can change the log. The operations guide describes how to give it one
              that cannot.
            </p>
          )}
          {problem !== null && <p className="problem-text">{problemText(problem)}</p>}
        </div>
        <Button variant="default" loading={busy} onClick={() => void submit()}>
          Check the log
        </Button>
      </div>
      {checked?.intact === false && <Problems checked={checked} />}
    </section>
  );
}

type Check = ResponseOf<'GET /audit/verify'>;

function Problems({ checked: { problems, problemCount } }: { readonly checked: Check }) {
  const more = problemCount - problems.length;
  return (
    <>
      <ul className="audit-problems">
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.ordinal}`}>
            <span className="num">{numbersOf(problem)}</span> {sentence(AUDIT_PROBLEM_TEXTS[problem.kind])}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">And {more.toLocaleString()} more.</p>}
    </>
  );
}

const numbersOf = ({ ordinal, through = ordinal }: AuditProblemOut): string =>
  through === ordinal ? `#${ordinal}` : `#${ordinal} – #${through}`;
