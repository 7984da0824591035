/** Edits the name, the interval and the attributes of a sentry. */
import { Button, NumberInput } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { api, fieldProblem, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import {
  type AttributeRow,
  AttributesEditor,
  areValidAttributes,
  fromAttributeRows,
  toAttributeRows,
} from '../../ui/attributes-editor.tsx';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { isReportInterval } from './report-interval.ts';

interface Input {
  readonly name: string;
  readonly interval: number | string;
  readonly rows: readonly AttributeRow[];
}

interface Props {
  readonly sentry: SentryOut;
  /** The names of the other sentries of the location. */
  readonly others: readonly string[];
  readonly person: string;
}

export function SentryForm({ sentry, others, person }: Props) {
  const t = useText();
  const { draft, change, busy, problem, submit } = useSentryForm(sentry, person);
  const { name, interval, rows } = draft.value;
  const isInterval = isReportInterval(Number(interval));
  return (
    <Form
      className="form narrow"
      label={t('sentries.device.settingsOf', { sentry: sentry.name })}
      dirty={draft.isDirty}
      onSubmit={() => void submit()}
    >
      <DraftRestoredBanner draft={draft} />
      <NameField value={name} takenNames={others} problem={problem} onChange={(next) => change({ name: next })} />
      <NumberInput
        label={t('sentries.device.interval')}
        min={1}
        max={86_400}
        value={interval}
        error={isInterval ? fieldProblem(problem, 'reportIntervalSeconds') : t('sentries.device.intervalProblem')}
        onChange={(next) => change({ interval: next })}
      />
      <AttributesEditor rows={rows} onChange={(next) => change({ rows: next })} />
      <FormProblem problem={problem} fields={['name', 'reportIntervalSeconds']} />
      <div>
        <Button
          type="submit"
          loading={busy}
          disabled={!draft.isDirty || !isValidName(name, others) || !isInterval || !areValidAttributes(rows)}
        >
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}

function useSentryForm(sentry: SentryOut, person: string) {
  const t = useText();
  const draft = useDraft<Input>(person, `sentry ${sentry.guid}`, {
    name: sentry.name,
    interval: sentry.reportIntervalSeconds,
    rows: toAttributeRows(sentry.attributes),
  });
  const { name, interval, rows } = draft.value;
  const { busy, problem, submit, reset } = useSave(
    async () => {
      await api('PATCH /sentries/{guid}', {
        params: { guid: sentry.guid },
        body: { name, reportIntervalSeconds: Number(interval), attributes: fromAttributeRows(rows) },
        headers: ifUnmodifiedSince(sentry),
      });
      draft.clear();
      await refresh('GET /sentries');
      showToast(t('common.saved'));
    },
    () => refresh('GET /sentries'),
  );
  const change = (part: Partial<Input>): void => {
    draft.change({ ...draft.value, ...part });
    // Another name may be free.
    if (part.name !== undefined) reset();
  };
  return { draft, change, busy, problem, submit };
}
