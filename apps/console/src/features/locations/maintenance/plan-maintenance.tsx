/** Plans a maintenance window: now for some hours, or from and to. */
import { Button, TextInput } from '@mantine/core';
import { formatInstant } from '@picket/domain/time';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { parseWallClock } from '../../../lib/zoned-time.ts';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { planMaintenance } from './use-maintenance.ts';

const QUICK_HOURS = [1, 2, 4, 8] as const;
const HOUR = 3_600_000;
const EMPTY = { reason: '', startsAt: '', endsAt: '' };

interface Props {
  readonly location: string;
  readonly timezone: string;
}

export function PlanMaintenance({ location, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const now = useNow();
  const { form, field, values, isDirty, busy, problem, submit, submitBody } = useApiForm(
    'POST /locations/{guid}/maintenance',
    {
      saved: EMPTY,
      toBody: ({ reason, startsAt, endsAt }) => {
        const [start, end] = [parseWallClock(startsAt, timezone), parseWallClock(endsAt, timezone)];
        // A start that is no time is not "now".
        if (end === null || (start === null && startsAt !== '')) return null;
        return { ...(start === null ? {} : { startsAt: formatInstant(start) }), endsAt: formatInstant(end), reason };
      },
      send: (body) => planMaintenance(location, body),
    },
  );
  const startNow = (hours: number): void =>
    submitBody({ endsAt: formatInstant(Math.ceil(now / 1000) * 1000 + hours * HOUR), reason: values.reason });
  const zone = formats.timezoneNote();
  const isTime = (text: string): boolean => parseWallClock(text, timezone) !== null;
  const isComplete = isTime(values.endsAt) && (values.startsAt === '' || isTime(values.startsAt));
  return (
    <Form className="card section" label={t('maintenance.plan')} dirty={isDirty} onSubmit={submit}>
      <h2>{t('maintenance.plan')}</h2>
      <TextInput label={t('maintenance.reason')} maxLength={256} {...form.getInputProps('reason')} />
      <QuickStart busy={busy} onStart={startNow} />
      <div className="filters">
        <DateTimeField
          label={zone === '' ? t('maintenance.start') : t('maintenance.startInZone', { zone })}
          description={t('maintenance.startText')}
          {...field('startsAt')}
        />
        <DateTimeField
          label={t('maintenance.end')}
          description={t('maintenance.endText', { time: formats.dateTime(now) })}
          {...field('endsAt')}
        />
      </div>
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} disabled={!isComplete}>
          {t('maintenance.action')}
        </Button>
      </div>
    </Form>
  );
}

interface QuickProps {
  readonly busy: boolean;
  readonly onStart: (hours: number) => void;
}

function QuickStart({ busy, onStart }: QuickProps) {
  const t = useText();
  const formats = useFormats();
  return (
    <div className="row">
      <span className="muted small">{t('maintenance.startNow')}</span>
      {QUICK_HOURS.map((hours) => (
        <Button key={hours} size="xs" variant="default" loading={busy} onClick={() => onStart(hours)}>
          {formats.duration(hours * HOUR)}
        </Button>
      ))}
    </div>
  );
}
