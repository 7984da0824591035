/** Escalation: steps, repeats, and when an acknowledgement expires. */
import { Button } from '@mantine/core';
import { listText } from '../../lib/list-text.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ChainFields } from './escalation-chain.tsx';
import { type Chain, type Choice, type Rules, removeAt, replaceAt } from './escalation-model.ts';
import { IntegerField } from './integer-field.tsx';

interface Props {
  readonly saved: Rules;
  /** `last_update_ts` of the saved rules. */
  readonly version: string;
  readonly people: readonly Choice[];
  readonly destinations: readonly Choice[];
  readonly locations: readonly Choice[];
  readonly onSave: (rules: Rules, headers: Readonly<Record<string, string>>) => Promise<void>;
  readonly reload: () => Promise<unknown>;
}

const newChain = (t: Translator): Chain => ({
  name: t('notifications.newChain'),
  minSeverity: 300,
  locations: 'all',
  steps: [{ afterMinutes: 20, audience: { kind: 'NOTIFIED' } }],
  repeatMinutes: 120,
  maxRepeats: 12,
});

export function EscalationEditor({ saved, version, people, destinations, locations, onSave, reload }: Props) {
  const t = useText();
  const { form, field, values, isDirty, busy, problem, conflict, submit } = useApiForm('PUT /notification-rules', {
    saved,
    version,
    toBody: (rules) => rules,
    send: (_, rules, headers) => onSave(rules, headers),
    reload,
  });
  const { chains } = values;
  const changeChains = (next: Chain[]): void => form.setValues({ chains: next });
  return (
    <Form className="card section" label={t('notifications.escalation')} dirty={isDirty} onSubmit={submit}>
      <h2>{t('notifications.escalation')}</h2>
      <p className="small muted">{t('notifications.escalationText')}</p>
      {chains.map((chain, place) => (
        <ChainFields
          // biome-ignore lint/suspicious/noArrayIndexKey: chains have no name of their own that stays
          key={place}
          chain={chain}
          people={people}
          destinations={destinations}
          locations={locations}
          onChange={(next) => changeChains(replaceAt(chains, place, next))}
          onRemove={() => changeChains(removeAt(chains, place))}
        />
      ))}
      {chains.length === 0 && <p className="muted">{t('notifications.noChain')}</p>}
      <div>
        <Button variant="default" onClick={() => changeChains([...chains, newChain(t)])}>
          {t('notifications.addChain')}
        </Button>
      </div>
      <IntegerField
        label={t('notifications.acknowledgementExpires')}
        description={t('notifications.acknowledgementExpiresText')}
        min={1}
        max={10_080}
        {...field('acknowledgementTimeoutMinutes')}
      />
      <EditConflict conflict={conflict} words={conflictWords(t)} />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} disabled={!isDirty}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}

const conflictWords = (t: Translator) => ({
  acknowledgementTimeoutMinutes: {
    label: t('notifications.acknowledgementExpires'),
    show: ({ acknowledgementTimeoutMinutes: minutes }: Rules) => t('notifications.minutes', { count: minutes }),
  },
  chains: {
    label: t('notifications.escalation'),
    show: ({ chains }: Rules) =>
      chains.length === 0
        ? t('notifications.noChain')
        : listText(
            t,
            chains.map(({ name }) => name),
          ),
  },
});
