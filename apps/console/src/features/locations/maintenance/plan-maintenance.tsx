/** Plans a maintenance window: now for some hours, or from and to. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldProblem } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { parseWallClock } from '../../../lib/zoned-time.ts';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { planMaintenance } from './use-maintenance.ts';

const QUICK_HOURS = [1, 2, 4, 8] as const;
const HOUR = 3_600_000;
const EMPTY = { reason: '', begins: '', ends: '' };

interface Props {
  readonly location: string;
  readonly timezone: string;
}

export function PlanMaintenance({ location, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const now = useNow();
  const [input, setInput] = useState(EMPTY);
  const change = (part: Partial<typeof EMPTY>): void => setInput({ ...input, ...part });
  const { reason, begins, ends } = input;
  const { busy, problem, submit } = useSubmit(async (startsAt: number | null, endsAt: number) => {
    await planMaintenance(location, { startsAt, endsAt, reason });
    setInput(EMPTY);
  });
  const end = parseWallClock(ends, timezone);
  const zone = formats.timezoneNote();
  return (
    <Form
      className="card section"
      label={t('maintenance.plan')}
      dirty={reason !== '' || ends !== ''}
      onSubmit={() => {
        if (end !== null) void submit(begins === '' ? null : parseWallClock(begins, timezone), end);
      }}
    >
      <h2>{t('maintenance.plan')}</h2>
      <TextInput
        label={t('maintenance.reason')}
        maxLength={256}
        value={reason}
        error={fieldProblem(problem, 'reason')}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <QuickStart busy={busy} onStart={(hours) => void submit(null, Math.ceil(now / 1000) * 1000 + hours * HOUR)} />
      <div className="filters">
        <DateTimeField
          label={zone === '' ? t('maintenance.start') : t('maintenance.startInZone', { zone })}
          description={t('maintenance.startText')}
          value={begins}
          error={fieldProblem(problem, 'startsAt')}
          onChange={(next) => change({ begins: next })}
        />
        <DateTimeField
          label={t('maintenance.end')}
          description={t('maintenance.endText', { time: formats.dateTime(now) })}
          value={ends}
          error={fieldProblem(problem, 'endsAt')}
          onChange={(next) => change({ ends: next })}
        />
      </div>
      <FormProblem problem={problem} fields={['reason', 'startsAt', 'endsAt']} />
      <div>
        <Button type="submit" loading={busy} disabled={end === null}>
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
