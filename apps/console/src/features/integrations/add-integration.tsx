/** Connects a source. */
import { Button } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { draftKey } from '../../lib/stored-drafts.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';
import { ConnectionTest } from './connection-test.tsx';
import { MadeSecretPanel } from './made-secret.tsx';
import { SourceFields } from './source-fields.tsx';
import { isTested, newSource, toIntegration } from './source-values.ts';
import { addIntegration, type MadeSecret } from './use-integrations.ts';
import { VALUE_FIELDS } from './value-rows.ts';

interface Props {
  readonly locations: readonly LocationOut[];
  /** The location that is chosen first. */
  readonly location: string | null;
  readonly onClose: () => void;
}

export function AddIntegration({ locations, location, onClose }: Props) {
  const t = useText();
  const first = locations.find(({ guid }) => guid === location) ?? locations[0];
  if (first === undefined)
    return (
      <section className="card section" aria-label={t('integrations.add')}>
        <p className="muted">{t('integrations.needsLocation')}</p>
        <div>
          <Button component={Link} to="/location/create">
            {t('shell.page.addLocation')}
          </Button>
        </div>
      </section>
    );
  return <AddForm locations={locations} location={first.guid} onClose={onClose} />;
}

function AddForm({ locations, location, onClose }: Props & { readonly location: string }) {
  const t = useText();
  const [secret, setSecret] = useState<MadeSecret | null>(null);
  const { form, values, isDirty, draft, busy, problem, submit } = useApiForm('POST /integrations', {
    saved: newSource(location),
    // A visit to the private hosts on the way keeps what was typed.
    draft: draftKey(useProfile().guid, 'add integration'),
    secrets: ['password', 'community', 'privacyPassword', 'token'],
    toBody: toIntegration,
    fields: VALUE_FIELDS,
    send: async (body) => {
      const made = await addIntegration(body);
      showToast(t('integrations.added'), body.name);
      if (made === null) onClose();
      else setSecret(made);
    },
  });
  if (secret !== null)
    return (
      <section className="card section" aria-label={t('integrations.add')}>
        <h2>{t('integrations.add')}</h2>
        <MadeSecretPanel secret={secret} onDone={onClose} />
      </section>
    );
  return (
    <Form className="card section" label={t('integrations.add')} dirty={isDirty} onSubmit={submit}>
      <h2>{t('integrations.add')}</h2>
      <DraftRestoredBanner draft={draft} />
      <SourceFields form={form} locations={locations} hasPassword={false} />
      {isTested(values) && <ConnectionTest form={form} needsPassword={false} keepsDraft />}
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy}>
          {t('integrations.add')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            draft.clear();
            onClose();
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
