/** Creates a policy from a template. */
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useText } from '../../../lib/texts.ts';
import { type Draft, useDraft } from '../../../lib/use-draft.ts';
import { useProfile } from '../../session/index.ts';
import { useSelectedSentry } from '../use-selected-sentry.ts';
import type { SentryOption } from '../use-sentry-options.ts';
import { EditPreview } from './edit-preview.tsx';
import { PolicyForm } from './policy-form.tsx';
import { PolicyTemplates } from './policy-templates.tsx';
import { useNewPolicyForm } from './use-new-policy-form.ts';

/** While it is being created, the others have its own name as soon as they are loaded again. */
const NO_NAMES: readonly string[] = [];

interface Props {
  /** The names of the other policies. */
  readonly names: readonly string[];
  readonly sentryOptions: readonly SentryOption[];
}

export function NewPolicy({ names, sentryOptions }: Props) {
  const draft = useDraft<NamedContent | null>(useProfile().guid, 'policy new', null);
  return draft.value === null ? (
    <PolicyTemplates names={names} onChoose={draft.change} />
  ) : (
    <NewPolicyForm names={names} sentryOptions={sentryOptions} draft={draft} content={draft.value} />
  );
}

interface FormProps extends Props {
  readonly draft: Draft<NamedContent | null>;
  readonly content: NamedContent;
}

function NewPolicyForm({ names, sentryOptions, draft, content }: FormProps) {
  const t = useText();
  const { sentryOption, choose } = useSelectedSentry(null, sentryOptions);
  const { form, preview } = useNewPolicyForm(draft, content);
  return (
    <>
      <h1>{t('policies.add')}</h1>
      <PolicyForm
        label={t('policies.new')}
        form={form}
        mayEdit
        takenNames={form.busy ? NO_NAMES : names}
        sentryOptions={sentryOptions}
        sentryOption={sentryOption}
        onSelectSentry={choose}
        inForceName=""
        action={t('policies.create')}
      >
        <EditPreview policy={null} preview={preview} isDirty />
      </PolicyForm>
    </>
  );
}
