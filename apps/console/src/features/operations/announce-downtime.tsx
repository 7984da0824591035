import { Button, TextInput } from '@mantine/core';
import { formatInstant } from '@picket/domain/time';
import { api } from '../../lib/api.ts';
import { viewerTimezone } from '../../lib/formats.ts';
import { currentTime } from '../../lib/now.ts';
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
  const { form, field, values, isDirty, busy, problem, submit } = useApiForm('POST /downtimes', {
    saved: { context: '', startsAt: '', endsAt: '' },
    toBody: ({ context, ...typed }) => {
      const end = parseWallClock(typed.endsAt, timezone);
      return {
        startsAt: formatInstant(parseWallClock(typed.startsAt, timezone) ?? currentTime()),
        ...(end === null ? {} : { endsAt: formatInstant(end) }),
        context,
      };
    },
    send: async (body) => {
      await api('POST /downtimes', { body });
      await refreshDowntimes();
    },
  });
  const { context } = values;
  const isTimeOrEmpty = (text: string): boolean => text === '' || parseWallClock(text, timezone) !== null;
  const hasTimes = isTimeOrEmpty(values.startsAt) && isTimeOrEmpty(values.endsAt);
  return (
    <Form label={t('operations.downtime.announce')} dirty={isDirty} onSubmit={submit}>
      <TextInput label={t('operations.downtime.reason')} maxLength={500} {...form.getInputProps('context')} />
      <div className="filters">
        <DateTimeField
          label={t('operations.downtime.start')}
          description={t('operations.downtime.startHelp')}
          {...field('startsAt')}
        />
        <DateTimeField
          label={t('operations.downtime.endField')}
          description={t('operations.downtime.endHelp')}
          {...field('endsAt')}
        />
      </div>
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={context.trim() === '' || !hasTimes}>
          {t('operations.downtime.announce')}
        </Button>
      </div>
    </Form>
  );
}
