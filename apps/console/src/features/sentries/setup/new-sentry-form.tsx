import { Button, NumberInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { Link } from 'react-router';
import { api, fieldProblem, refresh } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../../ui/name-field.tsx';
import { useProfile } from '../../session/index.ts';
import { isReportInterval } from '../report-interval.ts';

interface Props {
  readonly location: string;
  readonly takenNames: readonly string[];
  readonly onAdded: (sentry: ResponseOf<'POST /locations/{guid}/sentries'>) => void;
}

/** Name and interval of a sentry that a device will report for. */
export function NewSentryForm({ location, takenNames, onAdded }: Props) {
  const t = useText();
  const draft = useDraft<{ name: string; interval: number | string }>(useProfile().guid, `sentry at ${location}`, {
    name: '',
    interval: 60,
  });
  const { name, interval } = draft.value;
  const seconds = Number(interval);
  const { busy, problem, submit, reset } = useSubmit(async () => {
    const made = await api('POST /locations/{guid}/sentries', {
      params: { guid: location },
      body: { name, reportIntervalSeconds: seconds },
    });
    draft.clear();
    await refresh('GET /sentries');
    onAdded(made);
  });
  return (
    <Form dirty={draft.isDirty} onSubmit={() => void submit()}>
      <DraftRestoredBanner draft={draft} />
      <NameField
        description={t('setup.device.nameText')}
        placeholder={t('setup.device.nameExample')}
        value={name}
        takenNames={takenNames}
        problem={problem}
        onChange={(next) => {
          draft.change({ ...draft.value, name: next });
          reset();
        }}
      />
      <NumberInput
        label={t('sentries.device.interval')}
        description={t('setup.device.intervalText')}
        min={1}
        max={86_400}
        value={interval}
        onChange={(next) => draft.change({ ...draft.value, interval: next })}
        error={
          isReportInterval(seconds)
            ? fieldProblem(problem, 'reportIntervalSeconds')
            : t('sentries.device.intervalProblem')
        }
        required
      />
      <FormProblem problem={problem} fields={['name', 'reportIntervalSeconds']} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isValidName(name, takenNames) || !isReportInterval(seconds)}>
          {t('shell.page.addSentry')}
        </Button>
        <Button component={Link} to={`/locations/${location}`} variant="default">
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
