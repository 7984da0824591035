/** Edits the name, the interval and the attributes of a sentry. */
import { Button } from '@mantine/core';
import type { SentryOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { numberTyped } from '../../lib/number-typed.ts';
import { draftKey } from '../../lib/stored-drafts.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import {
  type AttributeRow,
  AttributesEditor,
  areValidAttributes,
  attributesText,
  fromAttributeRows,
  toAttributeRows,
} from '../../ui/attributes-editor.tsx';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { isReportInterval } from './report-interval.ts';
import { ReportIntervalField } from './report-interval-field.tsx';

type Values = {
  readonly name: string;
  readonly reportIntervalSeconds: number | string;
  readonly rows: readonly AttributeRow[];
};

interface Props {
  readonly sentry: SentryOut;
  /** The names of the other sentries of the location. */
  readonly others: readonly string[];
  readonly person: string;
}

export function SentryForm({ sentry, others, person }: Props) {
  const t = useText();
  const { field, values, isDirty, draft, busy, problem, conflict, submit } = useSentryForm(sentry, person);
  const { name, reportIntervalSeconds, rows } = values;
  const isComplete =
    isValidName(name, others) && isReportInterval(numberTyped(reportIntervalSeconds)) && areValidAttributes(rows);
  return (
    <Form
      className="form narrow"
      label={t('sentries.device.settingsOf', { sentry: sentry.name })}
      dirty={isDirty}
      onSubmit={submit}
    >
      <DraftRestoredBanner draft={draft} />
      <NameField takenNames={others} {...field('name')} />
      <ReportIntervalField {...field('reportIntervalSeconds')} />
      <AttributesEditor rows={rows} onChange={field('rows').onChange} />
      <EditConflict conflict={conflict} words={sentryWords(t)} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} disabled={!isDirty || !isComplete}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}

function useSentryForm(sentry: SentryOut, person: string) {
  const t = useText();
  const saved: Values = {
    name: sentry.name,
    reportIntervalSeconds: sentry.reportIntervalSeconds,
    rows: toAttributeRows(sentry.attributes),
  };
  return useApiForm('PATCH /sentries/{guid}', {
    saved,
    version: sentry.last_update_ts,
    draft: draftKey(person, `sentry ${sentry.guid}`),
    toBody: ({ rows, ...values }) => ({
      name: values.name,
      reportIntervalSeconds: numberTyped(values.reportIntervalSeconds),
      attributes: fromAttributeRows(rows),
    }),
    send: async (body, _, headers) => {
      await api('PATCH /sentries/{guid}', { params: { guid: sentry.guid }, body, headers });
      await refresh('GET /sentries');
      showToast(t('common.saved'));
    },
    reload: () => refresh('GET /sentries'),
  });
}

const sentryWords = (t: Translator) => ({
  name: { label: t('common.name'), show: ({ name }: Values) => name },
  reportIntervalSeconds: {
    label: t('sentries.device.interval'),
    show: ({ reportIntervalSeconds }: Values) => String(reportIntervalSeconds),
  },
  rows: { label: t('ui.attributes.title'), show: attributesText },
});
