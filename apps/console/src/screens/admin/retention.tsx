/** /retention: how long readings and summaries are kept, and the storage they use. */
import { Button, NativeSelect } from '@mantine/core';
import type { RetentionOut } from '@picket/contracts/types';
import { RETENTION_DAYS, type RetentionDays, type RetentionKind } from '@picket/domain/retention';
import { useState } from 'react';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { useNow } from '../../lib/now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { useTitle } from '../../ui/use-title.ts';

const DAY = 86_400_000;

const dayText = (at: number): string => new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' });

const KIND_TEXTS: Readonly<Record<RetentionKind, { readonly title: string; readonly text: string }>> = {
  READINGS: {
    title: 'Readings',
    text: 'Each reading as reported. Exports, late alerts and simulations need them.',
  },
  SUMMARIES: {
    title: 'Summaries',
    text: 'Minimum, maximum and mean per five minutes, hour and day. Long graphs use them.',
  },
};

const durationOf = (days: number): string =>
  days === 0 ? 'Forever' : days < 365 ? `${days} days` : days === 365 ? '1 year' : `${days / 365} years`;

export default function Retention() {
  useTitle('Retention');
  const retention = useApi('GET /retention', {});
  if (retention.error && !retention.data)
    return (
      <Problem
        isPage
        title="The retention settings could not be loaded"
        text={problemText(retention.error)}
        onRetry={() => void retention.mutate()}
      />
    );
  if (!retention.data) return <div className="skeleton wide" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <h1>How long readings are kept</h1>
      <p className="muted">
        Days are compressed when they are over; sizes are of compressed days. Readings of alerts are kept forever.
      </p>
      {retention.data.items.map((item) => (
        <RetentionForm key={`${item.kind} ${item.keepDays}`} item={item} />
      ))}
    </div>
  );
}

type Item = RetentionOut['items'][number];

function RetentionForm({ item }: { readonly item: Item }) {
  const { kind, keepDays, bytes, bytesPerDay, since } = item;
  const { tenant } = useProfile();
  const now = useNow();
  const [days, setDays] = useState(keepDays);
  const [isConfirming, setConfirming] = useState(false);
  const { title, text } = KIND_TEXTS[kind];
  const isChanged = days !== keepDays;
  const cutoff = days === 0 ? null : now - days * DAY;
  // Data is deleted only if there is older data.
  const deletesData = cutoff !== null && since !== undefined && Date.parse(since) < cutoff;
  const save = async (): Promise<void> => {
    await withReauthentication(() => api('PUT /retention', { body: { keepDays: { [kind]: chosen(days) } } }));
    // Before the toast: a second choice must not be reset by the reload.
    await refresh('GET /retention');
    showToast('Saved', deletesData ? 'Older data is deleted within the hour.' : '');
  };
  const { busy, problem, submit } = useSubmit(save);
  return (
    <>
      <Form
        className="card section"
        label={title}
        dirty={isChanged}
        onSubmit={() => (deletesData ? setConfirming(true) : void submit())}
      >
        <h2>{title}</h2>
        <p className="muted">{text}</p>
        <p>
          {bytes === 0
            ? 'Nothing is compressed yet. A day is compressed two hours after it is over (UTC).'
            : `${formatBytes(bytes)} since ${since === undefined ? 'the beginning' : dayText(Date.parse(since))}, ${formatBytes(bytesPerDay)} a day in the last week.`}
        </p>
        <NativeSelect
          label={`Keep ${title.toLowerCase()}`}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={RETENTION_DAYS.map((one) => ({ value: String(one), label: durationOf(one) }))}
          description={
            bytesPerDay === 0
              ? undefined
              : days === 0
                ? `${formatBytes(bytesPerDay * 365)} more every year at this rate.`
                : `${formatBytes(bytesPerDay * days)} at this rate.`
          }
        />
        {isChanged && deletesData && (
          <p className="problem-text">
            {title} from before {dayText(cutoff)} are deleted within the hour.
          </p>
        )}
        <FormProblem problem={problem} />
        <div>
          <Button type="submit" variant="default" loading={busy} disabled={!isChanged}>
            Save
          </Button>
        </div>
      </Form>
      {isConfirming && cutoff !== null && (
        <TypedConfirmation
          title={`Delete old ${title.toLowerCase()}?`}
          text={`${title} from before ${dayText(cutoff)} are deleted within the hour. This cannot be undone.`}
          name={tenant.name}
          action="Delete and save"
          onConfirm={async () => {
            await save();
            setConfirming(false);
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

const chosen = (days: number): RetentionDays => RETENTION_DAYS.find((one) => one === days) ?? 0;
