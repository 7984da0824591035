/** What saving an override changes: one sentry, as a separate copy or as differences from the policy. */
import { Switch } from '@mantine/core';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import { useText } from '../../../lib/texts.ts';
import { strong } from '../../../ui/rich-tags.tsx';
import { ChangeList } from '../versions/change-list.tsx';
import type { useOverrideForm } from './use-override-form.ts';

interface Props {
  readonly sentryName: string;
  readonly override: ReturnType<typeof useOverrideForm>;
}

export function OverrideScope({ sentryName, override }: Props) {
  const t = useText();
  const { form, inForce, isCopy, needsCopy, setWantsCopy } = override;
  return (
    <section className="card pad stack" aria-label={t('policies.overrideScope.title')}>
      <h2>{t('policies.overrideScope.title')}</h2>
      <p>{t.rich('policies.overrideScope.sentry', { sentry: sentryName, strong })}</p>
      <Switch
        label={t('policies.overrideScope.copy')}
        checked={isCopy}
        disabled={needsCopy}
        onChange={(event) => setWantsCopy(event.currentTarget.checked)}
      />
      {needsCopy && <p className="small muted">{t('policies.overrideScope.needsCopy')}</p>}
      {form.draft?.isDirty && <ChangeList changes={namedPolicyChanges(inForce, form.content)} />}
    </section>
  );
}
