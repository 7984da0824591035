import { Button, TextInput } from '@mantine/core';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { api, fieldProblem, problemText, refresh, useApi } from '../../lib/api.ts';
import { formatDateTime, viewerTimezone } from '../../lib/format-time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { parseWallClock } from '../../lib/zoned-time.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showErrorToast } from '../../ui/toasts.ts';

const KEY = 'GET /downtimes';

/** Plans maintenance of the service. All users see it in advance, and instead of the console during downtime. */
export function DowntimePlan() {
  const timezone = viewerTimezone();
  const downtimes = useApi(KEY, { query: { limit: 100 } });
  const [context, setContext] = useState('');
  const [starts, setStarts] = useState('');
  const [ends, setEnds] = useState('');
  const plan = useSubmit(async () => {
    const endsAt = parseWallClock(ends, timezone);
    await api('POST /downtimes', {
      body: {
        startsAt: formatInstant(parseWallClock(starts, timezone) ?? Date.now()),
        ...(endsAt === null ? {} : { endsAt: formatInstant(endsAt) }),
        context,
      },
    });
    setContext('');
    setStarts('');
    setEnds('');
    await Promise.all([refresh(KEY), refresh('GET /downtime')]);
  });
  const end = async (guid: string): Promise<void> => {
    try {
      await api('DELETE /downtimes/{guid}', { params: { guid } });
      await Promise.all([refresh(KEY), refresh('GET /downtime')]);
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <section className="card section" aria-label="Maintenance of the service">
      <h2>Maintenance of the service</h2>
      <p className="muted">
        All users see it at the top of the console, and instead of the console while Picket is down.
      </p>
      {downtimes.error && !downtimes.data && (
        <Problem
          title="The planned maintenance could not be loaded"
          text={problemText(downtimes.error)}
          onRetry={() => void downtimes.mutate()}
        />
      )}
      {downtimes.data?.items.length === 0 && <p className="muted">No maintenance is planned.</p>}
      {downtimes.data !== undefined && downtimes.data.items.length > 0 && (
        <ul className="list">
          {downtimes.data.items.map(({ guid, startsAt, endsAt, context: why, createdBy, inForce }) => (
            <li key={guid}>
              <span className="main">
                <strong>{why}</strong>
                <span className="small muted num">
                  {formatDateTime(Date.parse(startsAt), timezone)}
                  {endsAt === undefined ? ', until it is ended' : ` to ${formatDateTime(Date.parse(endsAt), timezone)}`}{' '}
                  · {createdBy}
                </span>
              </span>
              <span className="side">
                <StateBadge state={inForce ? 'warning' : 'info'} label={inForce ? 'In progress' : 'Planned'} />
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void end(guid)}
                  aria-label={`${inForce ? 'End' : 'Cancel'}: ${why}`}
                >
                  {inForce ? 'End now' : 'Cancel'}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form label="Announce maintenance" dirty={context !== ''} onSubmit={() => void plan.submit()}>
        <TextInput
          label="Reason"
          maxLength={500}
          value={context}
          error={fieldProblem(plan.problem, 'context')}
          onChange={(event) => setContext(event.currentTarget.value)}
        />
        <div className="filters">
          <DateTimeField
            label="Start"
            description="Empty: now"
            value={starts}
            error={fieldProblem(plan.problem, 'startsAt')}
            onChange={setStarts}
          />
          <DateTimeField
            label="End"
            description="Empty: until you end it"
            value={ends}
            error={fieldProblem(plan.problem, 'endsAt')}
            onChange={setEnds}
          />
        </div>
        <FormProblem problem={plan.problem} fields={['context', 'startsAt', 'endsAt']} />
        <div>
          <Button type="submit" variant="default" loading={plan.busy} disabled={context.trim() === ''}>
            Announce maintenance
          </Button>
        </div>
      </Form>
    </section>
  );
}
