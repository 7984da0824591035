import { Button, TextInput } from '@mantine/core';
import { formatInstant } from '@picket/domain/time';
import { api, fieldProblem } from '../../lib/api.ts';
import { viewerTimezone } from '../../lib/formats.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { parseWallClock } from '../../lib/zoned-time.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { refreshDowntimes } from './use-operations.ts';

/** Reason and times, as the clock of the browser has them. */
export function AnnounceDowntime() {
  const t = useText();
  const timezone = viewerTimezone();
  const { form, busy, problem, submit } = useApiForm({ context: '', startsAt: '', endsAt: '' }, async (values) => {
    const endsAt = parseWallClock(values.endsAt, timezone);
    await api('POST /downtimes', {
      body: {
        startsAt: formatInstant(parseWallClock(values.startsAt, timezone) ?? Date.now()),
        ...(endsAt === null ? {} : { endsAt: formatInstant(endsAt) }),
        context: values.context,
      },
    });
    form.reset();
    await refreshDowntimes();
  });
  const { context, startsAt, endsAt } = form.values;
  return (
    <Form label={t('operations.downtime.announce')} dirty={context !== ''} onSubmit={() => void submit()}>
      <TextInput label={t('operations.downtime.reason')} maxLength={500} {...form.getInputProps('context')} />
      <div className="filters">
        <DateTimeField
          label={t('operations.downtime.start')}
          description={t('operations.downtime.startHelp')}
          value={startsAt}
          error={fieldProblem(problem, 'startsAt')}
          onChange={(value) => form.setFieldValue('startsAt', value)}
        />
        <DateTimeField
          label={t('operations.downtime.endField')}
          description={t('operations.downtime.endHelp')}
          value={endsAt}
          error={fieldProblem(problem, 'endsAt')}
          onChange={(value) => form.setFieldValue('endsAt', value)}
        />
      </div>
      <FormProblem problem={problem} fields={['context', 'startsAt', 'endsAt']} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={context.trim() === ''}>
          {t('operations.downtime.announce')}
        </Button>
      </div>
    </Form>
  );
}
