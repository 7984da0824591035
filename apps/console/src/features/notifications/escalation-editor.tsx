/** Escalation: steps, repeats, and when an acknowledgement expires. */
import { Button, MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { NotificationRulesOut } from '@picket/contracts/types';
import type { Audience } from '@picket/domain/escalations';
import { type Translator, useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import './notifications.css';

type Rules = Omit<NotificationRulesOut, 'isDefault'>;
type Chain = Rules['chains'][number];
type Step = Chain['steps'][number];

interface Choice {
  readonly guid: string;
  readonly name: string;
}

interface Props {
  readonly saved: Rules;
  readonly people: readonly Choice[];
  readonly destinations: readonly Choice[];
  readonly locations: readonly Choice[];
  readonly onSave: (rules: Rules) => Promise<void>;
}

const MIN_SEVERITIES = ['300', '200', '100'] as const;

const newChain = (t: Translator): Chain => ({
  name: t('notifications.newChain'),
  minSeverity: 300,
  locations: 'all',
  steps: [{ afterMinutes: 20, audience: { kind: 'NOTIFIED' } }],
  repeatMinutes: 120,
  maxRepeats: 12,
});

const replaceAt = <Item,>(items: readonly Item[], place: number, item: Item): Item[] =>
  items.map((one, index) => (index === place ? item : one));
const removeAt = <Item,>(items: readonly Item[], place: number): Item[] => items.filter((_, index) => index !== place);

const toInteger = (value: string | number, least: number): number =>
  Math.max(least, Math.round(Number(value) || least));

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

interface ChainProps {
  readonly chain: Chain;
  readonly people: readonly Choice[];
  readonly destinations: readonly Choice[];
  readonly locations: readonly Choice[];
  readonly onChange: (chain: Chain) => void;
  readonly onRemove: () => void;
}

function ChainFields({ chain, people, destinations, locations, onChange, onRemove }: ChainProps) {
  const t = useText();
  const last = chain.steps.at(-1)?.afterMinutes ?? 0;
  return (
    <fieldset className="chain">
      <legend>{chain.name}</legend>
      <div className="filters">
        <TextInput
          label={t('common.name')}
          maxLength={128}
          value={chain.name}
          onChange={(event) => onChange({ ...chain, name: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('notifications.forSeverity')}
          data={MIN_SEVERITIES.map((value) => ({ value, label: t(`notifications.minSeverity.${value}`) }))}
          value={String(chain.minSeverity)}
          onChange={(event) => onChange({ ...chain, minSeverity: Number(event.currentTarget.value) })}
        />
        <MultiSelect
          label={t('notifications.atLocations')}
          placeholder={chain.locations === 'all' ? t('notifications.everyLocation') : ''}
          searchable
          data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
          value={chain.locations === 'all' ? [] : chain.locations}
          onChange={(chosen) => onChange({ ...chain, locations: chosen.length === 0 ? 'all' : chosen })}
        />
      </div>
      {chain.steps.map((step, place) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are known by their place
          key={place}
          step={step}
          people={people}
          destinations={destinations}
          onChange={(next) => onChange({ ...chain, steps: replaceAt(chain.steps, place, next) })}
          onRemove={() => onChange({ ...chain, steps: removeAt(chain.steps, place) })}
        />
      ))}
      <div className="row">
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            onChange({ ...chain, steps: [...chain.steps, { afterMinutes: last + 30, audience: { kind: 'ADMINS' } }] })
          }
        >
          {t('notifications.addStep')}
        </Button>
        <span className="grow" />
        <Button size="xs" variant="default" onClick={onRemove}>
          {t('notifications.removeChain')}
        </Button>
      </div>
      <div className="filters">
        <NumberInput
          label={t('notifications.repeatEvery')}
          description={t('notifications.repeatEveryText')}
          min={0}
          max={10_080}
          value={chain.repeatMinutes ?? 0}
          onChange={(value) => {
            const minutes = toInteger(value, 0);
            onChange({ ...chain, repeatMinutes: minutes === 0 ? null : minutes });
          }}
        />
        <NumberInput
          label={t('notifications.maxRepeats')}
          description={t('notifications.maxRepeatsText')}
          min={0}
          max={100}
          value={chain.maxRepeats}
          onChange={(value) => onChange({ ...chain, maxRepeats: toInteger(value, 0) })}
        />
      </div>
    </fieldset>
  );
}

interface StepProps {
  readonly step: Step;
  readonly people: readonly Choice[];
  readonly destinations: readonly Choice[];
  readonly onChange: (step: Step) => void;
  readonly onRemove: () => void;
}

const AUDIENCES = ['NOTIFIED', 'ADMINS', 'NAMED'] as const satisfies readonly Audience['kind'][];

function audienceOf(kind: string, before: Audience): Step['audience'] {
  if (kind === 'ADMINS' || kind === 'NOTIFIED') return { kind };
  return before.kind === 'NAMED'
    ? { kind: 'NAMED', people: [...before.people], destinations: [...before.destinations] }
    : { kind: 'NAMED', people: [], destinations: [] };
}

function StepFields({ step, people, destinations, onChange, onRemove }: StepProps) {
  const t = useText();
  const { audience } = step;
  const named = audience.kind === 'NAMED' ? [...audience.people, ...audience.destinations] : [];
  return (
    <div className="chain-step">
      <NumberInput
        label={t('notifications.afterMinutes')}
        min={1}
        max={10_080}
        value={step.afterMinutes}
        onChange={(value) => onChange({ ...step, afterMinutes: toInteger(value, 1) })}
      />
      <div className="filters">
        <NativeSelect
          label={t('notifications.notify')}
          data={AUDIENCES.map((value) => ({ value, label: t(`notifications.audience.${value}`) }))}
          value={audience.kind}
          onChange={(event) => onChange({ ...step, audience: audienceOf(event.currentTarget.value, audience) })}
        />
        {audience.kind === 'NAMED' && (
          <MultiSelect
            label={t('notifications.peopleAndChannels')}
            searchable
            data={[...people, ...destinations].map(({ guid, name }) => ({ value: guid, label: name }))}
            value={named}
            onChange={(chosen) =>
              onChange({
                ...step,
                audience: {
                  kind: 'NAMED',
                  people: chosen.filter((guid) => people.some((one) => one.guid === guid)),
                  destinations: chosen.filter((guid) => destinations.some((one) => one.guid === guid)),
                },
              })
            }
          />
        )}
      </div>
      <Button size="sm" variant="default" onClick={onRemove}>
        {t.rich('notifications.removeStep', { count: step.afterMinutes, hidden })}
      </Button>
    </div>
  );
}
