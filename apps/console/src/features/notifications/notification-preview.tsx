/** Who would be notified of an alert at a given time, on which channel. */
import { Button, NativeSelect } from '@mantine/core';
import type { NotificationPreviewOut, PolicyOut } from '@picket/contracts/types';
import { isSettable } from '@picket/domain/channels';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { channelText, ruleNames } from '../../lib/kind-texts.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { type FormField, useApiForm } from '../../lib/use-api-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { formatWallClock, parseWallClock } from '../../lib/zoned-time.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import styles from './notification-preview.module.css';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import { reasonText } from './notification-texts.ts';

interface Props {
  readonly locations: readonly { readonly guid: string; readonly name: string; readonly timezone: string }[];
}

/** The night before next Sunday, when nobody is awake. */
function sundayNight(now: number, timezone: string): string {
  const today = Temporal.PlainDateTime.from(formatWallClock(now, timezone)).toPlainDate();
  const days = (7 - today.dayOfWeek) % 7 || 7;
  return `${today.add({ days }).toString()}T02:30`;
}

export function NotificationPreview({ locations }: Props) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useWholeList('GET /policies', isOpen ? {} : null, { revalidateOnFocus: false });
  return (
    <section className="card section" aria-label={t('notifications.preview')}>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <h2 className={styles.title}>{t('notifications.preview')}</h2>
        </summary>
        {data !== undefined && <PreviewForm locations={locations} policies={data.items} />}
      </details>
    </section>
  );
}

type PreviewProps = Props & { readonly policies: readonly PolicyOut[] };

interface Violation {
  readonly key: string;
  readonly guid: string;
  readonly name: string;
  readonly description: string;
  readonly severity: number;
}

const violationsOf = (policies: readonly PolicyOut[]): readonly Violation[] =>
  policies.flatMap(({ guid, name, definition }) =>
    definition.violations
      .filter(({ severity }) => severity > 0)
      .map(({ description, severity }) => ({ key: `${guid} ${description}`, guid, name, description, severity })),
  );

/** The input of the preview and its result, which is shown until the input is changed. */
function usePreview({ locations, policies }: PreviewProps) {
  const now = useNow();
  const violations = violationsOf(policies);
  const leak = violations.find(({ name }) => name === 'Fluid leak') ?? violations[0];
  const [saved] = useState(() => ({
    location: locations[0]?.guid ?? '',
    violation: leak?.key ?? '',
    at: sundayNight(now, locations[0]?.timezone ?? 'UTC'),
  }));
  const [result, setResult] = useState<{ readonly to: typeof saved; readonly preview: NotificationPreviewOut } | null>(
    null,
  );
  const locationOf = (guid: string) => locations.find((one) => one.guid === guid) ?? locations[0];
  const violationOf = (key: string) => violations.find((one) => one.key === key) ?? leak;
  const { form, field, values, busy, problem, submit } = useApiForm('POST /notifications/preview', {
    saved,
    isQuestion: true,
    toBody: (question) => {
      const [location, violation] = [locationOf(question.location), violationOf(question.violation)];
      const instant = parseWallClock(question.at, location?.timezone ?? 'UTC');
      if (location === undefined || violation === undefined || instant === null) return null;
      const { guid: policy, severity } = violation;
      return { location: location.guid, kind: 'POLICY' as const, severity, at: formatInstant(instant), policy };
    },
    send: async (body, to) => setResult({ to, preview: await api('POST /notifications/preview', { body }) }),
  });
  return {
    form,
    at: field('at'),
    location: locationOf(values.location),
    violation: violationOf(values.violation),
    violations,
    result: result?.to === values ? result.preview : null,
    busy,
    problem,
    submit,
  };
}

function PreviewForm(props: PreviewProps) {
  const t = useText();
  const preview = usePreview(props);
  const { form, violations, at, violation, location, result, busy, problem, submit } = preview;
  if (location === undefined || violation === undefined) return null;
  return (
    <div className="stack">
      <Form className="stack" onSubmit={submit}>
        <QuestionFields
          form={form}
          violations={violations}
          at={at}
          violation={violation}
          location={location}
          locations={props.locations}
        />
        <div className="row">
          <StateBadge state={severityLabel(violation.severity)} />
          <span className="grow" />
          <Button type="submit" variant="default" loading={busy}>
            {t('notifications.showRecipients')}
          </Button>
        </div>
        <FormProblem problem={problem} />
      </Form>
      {result !== null && <PreviewResult result={result} />}
    </div>
  );
}

interface QuestionProps extends Props {
  readonly violations: readonly Violation[];
  readonly violation: Violation;
  readonly location: Props['locations'][number];
  readonly at: FormField<string>;
  readonly form: ReturnType<typeof usePreview>['form'];
}

function QuestionFields({ form, violations, violation, locations, location, at }: QuestionProps) {
  const t = useText();
  const zone = useFormats(location.timezone).timezoneNote();
  return (
    <div className="filters">
      <NativeSelect
        label={t('notifications.whatHappens')}
        data={violations.map(({ key, name, description }) => ({
          value: key,
          label: ruleNames(t, name, description).join(': '),
        }))}
        {...form.getInputProps('violation')}
        value={violation.key}
      />
      <NativeSelect
        label={t('notifications.where')}
        data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
        {...form.getInputProps('location')}
        value={location.guid}
      />
      <DateTimeField
        label={zone === '' ? t('notifications.when') : t('notifications.whenIn', { zone })}
        {...at}
        required
      />
    </div>
  );
}

function PreviewResult({ result }: { readonly result: NotificationPreviewOut }) {
  const t = useText();
  const { recipients, suppressedFor } = result;
  const count = recipients.filter(({ routes }) => routes.some(({ notified }) => notified)).length;
  const isGood = suppressedFor === undefined && count > 0;
  return (
    <div role="status" className="stack-tight">
      <p className={`result-line ${isGood ? 'good' : 'bad'}`}>
        <ResultText result={result} count={count} />
      </p>
      <ul className={styles.recipients}>
        {recipients.map(({ guid, name, routes, reason }) => (
          <li key={guid}>
            <strong>{name}</strong>
            {reason !== undefined ? (
              <span className="muted">{t('notifications.notRecipient', { reason: reasonText(t, reason) })}</span>
            ) : (
              <ul className={styles.channels}>
                {routes.map((route) => (
                  <Route key={`${route.channel} ${route.destination}`} route={route} timezone={result.timezone} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ResultText({ result, count }: { readonly result: NotificationPreviewOut; readonly count: number }) {
  const t = useText();
  const formats = useFormats(result.timezone);
  const { recipients, suppressedFor, until } = result;
  if (suppressedFor !== undefined) {
    const reason = reasonText(t, suppressedFor);
    return until === undefined
      ? t('notifications.noneBeforeThen', { reason })
      : t('notifications.noneBefore', { time: formats.dateTime(until), reason });
  }
  return count === 0
    ? t('notifications.noneAtOnce')
    : t('notifications.countAtOnce', { count, total: recipients.length });
}

interface RouteProps {
  readonly route: NotificationPreviewOut['recipients'][number]['routes'][number];
  readonly timezone: string;
}

function Route({ route: { channel, destination, notified, reason, until }, timezone }: RouteProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const why = reason === undefined ? '' : reasonText(t, reason);
  return (
    <li>
      {notified ? '✓ ' : '– '}
      {channelText(t, channel)}
      {isSettable(channel) && `, ${destination}`}
      {reason !== undefined && (
        <span className="muted">
          : {until === undefined ? why : t('notifications.reasonUntil', { reason: why, time: formats.dateTime(until) })}
        </span>
      )}
    </li>
  );
}
