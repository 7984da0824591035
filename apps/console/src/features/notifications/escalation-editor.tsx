/** Escalation: steps, repeats, and when an acknowledgement expires. */
import { Button, NumberInput } from '@mantine/core';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ChainFields } from './escalation-chain.tsx';
import { type Chain, type Choice, type Rules, removeAt, replaceAt, toInteger } from './escalation-model.ts';
import './notifications.css';

interface Props {
  readonly saved: Rules;
  readonly people: readonly Choice[];
  readonly destinations: readonly Choice[];
  readonly locations: readonly Choice[];
  readonly onSave: (rules: Rules) => Promise<void>;
}

const newChain = (t: Translator): Chain => ({
  name: t('notifications.newChain'),
  minSeverity: 300,
  locations: 'all',
  steps: [{ afterMinutes: 20, audience: { kind: 'NOTIFIED' } }],
  repeatMinutes: 120,
  maxRepeats: 12,
});

export function EscalationEditor({ saved, people, destinations, locations, onSave }: Props) {
  const t = useText();
  const { form, values, isDirty, busy, problem, submit } = useApiForm('PUT /notification-rules', {
    saved,
    toBody: (rules) => rules,
    send: onSave,
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
      <NumberInput
        label={t('notifications.acknowledgementExpires')}
        description={t('notifications.acknowledgementExpiresText')}
        min={1}
        max={10_080}
        {...form.getInputProps('acknowledgementTimeoutMinutes')}
        onChange={(value) => form.setValues({ acknowledgementTimeoutMinutes: toInteger(value, 1) })}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} disabled={!isDirty}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}
