/** Simulates a reading: would it raise an alert, which rule decides, who would be notified. */
import { Button, Select, TextInput } from '@mantine/core';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { isSame } from '@picket/domain/same-value';
import { fieldProblem, useApi } from '../../../lib/api.ts';
import { timezoneNote } from '../../../lib/format-time.ts';
import '../../../ui/lists.css';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type SentryOption, sentryOptionName } from '../use-sentry-options.ts';
import { splitSeries, unitText } from './simulated-series.ts';
import { SimulationAnswer } from './simulation-answer.tsx';
import { type SimulatedDraft, useSimulation } from './use-simulation.ts';

interface Props {
  readonly sentryOptions: readonly SentryOption[];
  /** Selected first. */
  readonly sentryOption: SentryOption;
  readonly draft: SimulatedDraft | null;
  readonly isAdmin: boolean;
  readonly useCelsius: boolean;
}

export function PolicySimulator({ sentryOptions, sentryOption, draft, isAdmin, useCelsius }: Props) {
  const simulation = useSimulation(sentryOptions, sentryOption, draft, useCelsius);
  const { here, isEmpty, value, instant, isLasting, answer, busy, problem, submit } = simulation;
  if (isEmpty)
    return (
      <section className="card pad stack" aria-label="Would it alert?">
        <h2>Would it alert?</h2>
        <p className="muted">{here.sentry.name} has no sensor that this policy evaluates.</p>
      </section>
    );
  return (
    <section className="card pad stack" aria-label="Would it alert?">
      <h2>Would it alert?</h2>
      <p className="small muted">Simulate a reading: which rule would raise an alert, and who would be notified?</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <QuestionFields
          simulation={simulation}
          sentryOptions={sentryOptions}
          isAdmin={isAdmin}
          useCelsius={useCelsius}
        />
        <FormProblem problem={problem} fields={['value']} />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={value === null || instant === null || !isLasting}
          >
            Simulate
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {answer !== null && isSame(answer.content, draft?.content ?? null) && (
          <SimulationAnswer
            simulation={answer.simulation}
            series={answer.series}
            timezone={answer.timezone}
            useCelsius={useCelsius}
          />
        )}
      </div>
    </section>
  );
}

interface FieldsProps {
  readonly simulation: ReturnType<typeof useSimulation>;
  readonly sentryOptions: readonly SentryOption[];
  readonly isAdmin: boolean;
  readonly useCelsius: boolean;
}

function QuestionFields({ simulation, sentryOptions, isAdmin, useCelsius }: FieldsProps) {
  const { question, here, choices, value, instant, isLasting, problem, change } = simulation;
  const [sensorMetricId, column] = splitSeries(question.series);
  const isSilence = sensorMetricId === SILENCE_METRIC;
  const zone = timezoneNote(here.location.timezone);
  return (
    <div className="filters">
      <Select
        label="At"
        searchable
        allowDeselect={false}
        data={sentryOptions.map((one) => ({ value: one.sentry.guid, label: sentryOptionName(one) }))}
        value={here.sentry.guid}
        onChange={(sentry) => change({ sentry: sentry ?? question.sentry })}
      />
      <Select
        label="Sensor"
        allowDeselect={false}
        data={choices}
        value={question.series}
        onChange={(next) => change({ series: next ?? '', value: '' })}
      />
      <TextInput
        label={`Reads${unitText(sensorMetricId, column, useCelsius)}`}
        inputMode={isSilence ? 'text' : 'decimal'}
        value={question.value}
        error={
          question.value !== '' && value === null
            ? isSilence
              ? 'a time such as 20 min'
              : 'a number'
            : fieldProblem(problem, 'value')
        }
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      <TextInput
        label="For"
        placeholder="as long as needed"
        value={question.lasts}
        error={isLasting ? undefined : 'a time such as 90 s'}
        onChange={(event) => change({ lasts: event.currentTarget.value })}
      />
      <DateTimeField
        label={`From${zone === '' ? '' : `, ${zone}`}`}
        value={question.at}
        error={instant === null ? 'a date and a time' : undefined}
        onChange={(at) => change({ at })}
      />
      {isAdmin && <RecipientField value={question.user} onChange={(user) => change({ user })} />}
    </div>
  );
}

interface RecipientFieldProps {
  /** The guid of a user; '': everyone. */
  readonly value: string;
  readonly onChange: (user: string) => void;
}

function RecipientField({ value, onChange }: RecipientFieldProps) {
  const users = useApi('GET /users', { query: { limit: 500 } }, { revalidateOnFocus: false });
  const names = (users.data?.items ?? []).map(({ guid, email, displayName }) => ({
    value: guid,
    label: displayName ?? email,
  }));
  return (
    <Select
      label="Recipient"
      searchable
      allowDeselect={false}
      data={[{ value: '', label: 'Everyone' }, ...names]}
      value={value}
      onChange={(user) => onChange(user ?? '')}
    />
  );
}
