/** Who would be notified of an alert at a given time, on which channel. */
import { Button, NativeSelect } from '@mantine/core';
import type { NotificationPreviewOut, PolicyOut } from '@picket/contracts/types';
import { isSettable } from '@picket/domain/channels';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { formatDateTime, timezoneNote } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { formatWallClock, parseWallClock } from '../../lib/zoned-time.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { channelName, REASON_LABELS } from './notification-labels.ts';
import './notifications.css';

interface Props {
  readonly locations: readonly { readonly guid: string; readonly name: string; readonly timezone: string }[];
  readonly policies: readonly PolicyOut[];
}

/** The night before next Sunday, when nobody is awake. */
function sundayNight(now: number, timezone: string): string {
  const today = Temporal.PlainDateTime.from(formatWallClock(now, timezone)).toPlainDate();
  const days = (7 - today.dayOfWeek) % 7 || 7;
  return `${today.add({ days }).toString()}T02:30`;
}

export function NotificationPreview({ locations, policies }: Props) {
  const now = useNow();
  const [chosen, setChosen] = useState(locations[0]?.guid ?? '');
  const here = locations.find(({ guid }) => guid === chosen) ?? locations[0];
  const violations = policies.flatMap(({ guid, name, definition }) =>
    definition.violations
      .filter(({ severity }) => severity > 0)
      .map(({ description, severity }) => ({ key: `${guid} ${description}`, guid, name, description, severity })),
  );
  const leak = violations.find(({ name }) => name === 'Fluid leak') ?? violations[0];
  const [what, setWhat] = useState(leak?.key ?? '');
  const [at, setAt] = useState(() => sundayNight(now, here?.timezone ?? 'UTC'));
  const [answer, setAnswer] = useState<NotificationPreviewOut | null>(null);
  const violation = violations.find(({ key }) => key === what) ?? leak;
  const { busy, problem, submit, reset } = useSubmit(async () => {
    const instant = parseWallClock(at, here?.timezone ?? 'UTC');
    if (here === undefined || violation === undefined || instant === null) return;
    const { guid: policy, severity } = violation;
    setAnswer(
      await api('POST /notifications/preview', {
        body: { location: here.guid, kind: 'POLICY', severity, at: formatInstant(instant), policy },
      }),
    );
  });
  const change = (set: () => void): void => {
    set();
    setAnswer(null);
    reset();
  };
  if (here === undefined || violation === undefined) return null;
  return (
    <section className="card section" aria-label="Who would be notified?">
      <h2>Who would be notified?</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="filters">
          <NativeSelect
            label="What happens"
            data={violations.map(({ key, name, description }) => ({
              value: key,
              label: name === description ? name : `${name}: ${description}`,
            }))}
            value={violation.key}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change(() => setWhat(value));
            }}
          />
          <NativeSelect
            label="Where"
            data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
            value={here.guid}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change(() => setChosen(value));
            }}
          />
          <DateTimeField
            label={`When${timezoneNote(here.timezone) === '' ? '' : `, ${timezoneNote(here.timezone)}`}`}
            value={at}
            onChange={(value) => change(() => setAt(value))}
            required
          />
        </div>
        <div className="row">
          <StateBadge state={severityLabel(violation.severity)} />
          <span className="grow" />
          <Button type="submit" variant="default" loading={busy}>
            Show recipients
          </Button>
        </div>
        <FormProblem problem={problem} />
      </form>
      {answer !== null && <PreviewResult answer={answer} />}
    </section>
  );
}

function PreviewResult({ answer }: { readonly answer: NotificationPreviewOut }) {
  const { recipients, suppressedFor, until, timezone } = answer;
  const count = recipients.filter(({ routes }) => routes.some(({ notified }) => notified)).length;
  return (
    <div role="status" className="stack-tight">
      {suppressedFor === undefined ? (
        <p className={`result-line ${count === 0 ? 'bad' : 'good'}`}>
          {count === 0
            ? 'Nobody would be notified at once.'
            : `${count} of ${recipients.length} would be notified at once.`}
        </p>
      ) : (
        <p className="result-line bad">
          Nobody would be notified before {until === undefined ? 'then' : formatDateTime(Date.parse(until), timezone)}:{' '}
          {REASON_LABELS[suppressedFor]}.
        </p>
      )}
      <ul className="recipient-list">
        {recipients.map(({ guid, name, routes, reason }) => (
          <li key={guid}>
            <strong>{name}</strong>
            {reason !== undefined ? (
              <span className="muted">No: {REASON_LABELS[reason]}</span>
            ) : (
              <ul className="recipient-channels">
                {routes.map((route) => (
                  <li key={`${route.channel} ${route.destination}`}>
                    {route.notified ? '✓ ' : '– '}
                    {channelName(route.channel)}
                    {isSettable(route.channel) && `, ${route.destination}`}
                    {route.reason !== undefined && (
                      <span className="muted">
                        : {REASON_LABELS[route.reason]}
                        {route.until !== undefined && ` until ${formatDateTime(Date.parse(route.until), timezone)}`}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
