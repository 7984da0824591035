import { Button } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { Link } from 'react-router';
import { api, refresh } from '../../../lib/api.ts';
import { numberTyped } from '../../../lib/number-typed.ts';
import { draftKey } from '../../../lib/stored-drafts.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../../ui/name-field.tsx';
import { useProfile } from '../../session/index.ts';
import { isReportInterval } from '../report-interval.ts';
import { ReportIntervalField } from '../report-interval-field.tsx';

interface Props {
  readonly location: string;
  readonly takenNames: readonly string[];
  readonly onAdded: (sentry: ResponseOf<'POST /locations/{guid}/sentries'>) => void;
}

const NEW_SENTRY: { readonly name: string; readonly reportIntervalSeconds: number | string } = {
  name: '',
  reportIntervalSeconds: 60,
};

/** Name and interval of a sentry that a device will report for. */
export function NewSentryForm({ location, takenNames, onAdded }: Props) {
  const t = useText();
  const { field, values, isDirty, draft, busy, problem, submit } = useApiForm('POST /locations/{guid}/sentries', {
    saved: NEW_SENTRY,
    draft: draftKey(useProfile().guid, `sentry at ${location}`),
    toBody: ({ name, reportIntervalSeconds }) => ({ name, reportIntervalSeconds: numberTyped(reportIntervalSeconds) }),
    send: async (body) => {
      const made = await api('POST /locations/{guid}/sentries', { params: { guid: location }, body });
      await refresh('GET /sentries');
      onAdded(made);
    },
  });
  return (
    <Form dirty={isDirty} onSubmit={submit}>
      <DraftRestoredBanner draft={draft} />
      <NameField
        description={t('setup.device.nameText')}
        placeholder={t('setup.device.nameExample')}
        takenNames={takenNames}
        {...field('name')}
      />
      <ReportIntervalField description={t('setup.device.intervalText')} {...field('reportIntervalSeconds')} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button
          type="submit"
          loading={busy}
          disabled={
            !isValidName(values.name, takenNames) || !isReportInterval(numberTyped(values.reportIntervalSeconds))
          }
        >
          {t('shell.page.addSentry')}
        </Button>
        <Button component={Link} to={`/locations/${location}`} replace variant="default">
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
