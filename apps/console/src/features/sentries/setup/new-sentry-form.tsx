import { Button, NumberInput } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { Link } from 'react-router';
import { api, fieldProblem, refresh } from '../../../lib/api.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../../ui/name-field.tsx';
import { useProfile } from '../../session/index.ts';

const isInterval = (seconds: number): boolean => Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400;

interface Props {
  readonly location: string;
  readonly takenNames: readonly string[];
  readonly onAdded: (sentry: ResponseOf<'POST /locations/{guid}/sentries'>) => void;
}

/** Name and interval of a sentry that a device will report for. */
export function NewSentryForm({ location, takenNames, onAdded }: Props) {
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
        description="Where it is installed, so that an alert says where to go."
        placeholder="North rack"
        value={name}
        takenNames={takenNames}
        problem={problem}
        onChange={(next) => {
          draft.change({ ...draft.value, name: next });
          reset();
        }}
      />
      <NumberInput
        label="Reports every (seconds)"
        description="Its sensors’ readings hold for two and a half times as long."
        min={1}
        max={86_400}
        value={interval}
        onChange={(next) => draft.change({ ...draft.value, interval: next })}
        error={isInterval(seconds) ? fieldProblem(problem, 'reportIntervalSeconds') : 'between 1 and 86,400 seconds'}
        required
      />
      <FormProblem problem={problem} fields={['name', 'reportIntervalSeconds']} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isValidName(name, takenNames) || !isInterval(seconds)}>
          Add sentry
        </Button>
        <Button component={Link} to={`/locations/${location}`} variant="default">
          Cancel
        </Button>
      </div>
    </Form>
  );
}
