/** Simulates a reading: would it raise an alert, which rule decides, who would be notified. */
import { Button, Select, TextInput } from '@mantine/core';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { SHOWN_OPTIONS } from '../../../lib/shown-options.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useWholeList } from '../../../lib/use-whole-list.ts';
import '../../../ui/lists.css';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type SentryOption, sentryOptionName } from '../use-sentry-options.ts';
import { splitSeries, unitOfSeries } from './simulated-series.ts';
import { SimulationResult } from './simulation-result.tsx';
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
  const t = useText();
  const simulation = useSimulation(sentryOptions, sentryOption, draft, useCelsius);
  const { here, isEmpty, value, instant, isLasting, result, busy, problem, submit } = simulation;
  if (isEmpty)
    return (
      <section className="card pad stack" aria-label={t('simulation.title')}>
        <h2>{t('simulation.title')}</h2>
        <p className="muted">{t('simulation.noSensor', { sentry: here.sentry.name })}</p>
      </section>
    );
  return (
    <section className="card pad stack" aria-label={t('simulation.title')}>
      <h2>{t('simulation.title')}</h2>
      <p className="small muted">{t('simulation.help')}</p>
      <Form onSubmit={submit}>
        <QuestionFields
          simulation={simulation}
          sentryOptions={sentryOptions}
          isAdmin={isAdmin}
          useCelsius={useCelsius}
        />
        <FormProblem problem={problem} />
        <div>
          <Button
            type="submit"
            variant="default"
            loading={busy}
            disabled={value === null || instant === null || !isLasting}
          >
            {t('simulation.run')}
          </Button>
        </div>
      </Form>
      <div aria-live="polite">
        {result !== null && (
          <SimulationResult
            simulation={result.simulation}
            series={result.series}
            timezone={result.timezone}
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
  const t = useText();
  const { question, here, choices, value, instant, isLasting, valueError, change } = simulation;
  const [sensorMetricId, column] = splitSeries(question.series);
  const isSilence = sensorMetricId === SILENCE_METRIC;
  const zone = useFormats(here.location.timezone).timezoneNote();
  const unit = unitOfSeries(t, sensorMetricId, column, useCelsius);
  return (
    <div className="filters">
      <Select
        label={t('simulation.at')}
        searchable
        limit={SHOWN_OPTIONS}
        allowDeselect={false}
        data={sentryOptions.map((one) => ({ value: one.sentry.guid, label: sentryOptionName(one) }))}
        value={here.sentry.guid}
        onChange={(sentry) => change({ sentry: sentry ?? question.sentry })}
      />
      <Select
        label={t('simulation.sensor')}
        allowDeselect={false}
        data={choices}
        value={question.series}
        onChange={(next) => change({ series: next ?? '', value: '' })}
      />
      <TextInput
        label={unit === undefined ? t('simulation.reads') : t('simulation.readsUnit', { unit })}
        inputMode={isSilence ? 'text' : 'decimal'}
        value={question.value}
        error={
          question.value !== '' && value === null
            ? isSilence
              ? t('simulation.invalid.silence')
              : t('simulation.invalid.number')
            : valueError
        }
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      <TextInput
        label={t('simulation.for')}
        placeholder={t('simulation.forAny')}
        value={question.lasts}
        error={isLasting ? undefined : t('simulation.invalid.duration')}
        onChange={(event) => change({ lasts: event.currentTarget.value })}
      />
      <DateTimeField
        label={zone === '' ? t('simulation.from') : t('simulation.fromZone', { zone })}
        value={question.at}
        error={instant === null ? t('simulation.invalid.instant') : undefined}
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
  const t = useText();
  const users = useWholeList('GET /users', {}, { revalidateOnFocus: false });
  const names = (users.data?.items ?? []).map(({ guid, email, displayName }) => ({
    value: guid,
    label: displayName ?? email,
  }));
  return (
    <Select
      label={t('simulation.recipient')}
      searchable
      allowDeselect={false}
      data={[{ value: '', label: t('simulation.everyone') }, ...names]}
      value={value}
      onChange={(user) => onChange(user ?? '')}
    />
  );
}
