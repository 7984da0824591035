/** Escalation: steps, repeats, and when an acknowledgement expires. */
import { Button, MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { NotificationRulesOut } from '@picket/contracts/types';
import type { Audience } from '@picket/domain/escalations';
import { useState } from 'react';
import { useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
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

const MIN_SEVERITY_OPTIONS = [
  { value: '300', label: 'Critical only' },
  { value: '200', label: 'Warnings and worse' },
  { value: '100', label: 'Info and worse' },
];

const NEW_CHAIN: Chain = {
  name: 'Critical alerts',
  minSeverity: 300,
  locations: 'all',
  steps: [{ afterMinutes: 20, audience: { kind: 'NOTIFIED' } }],
  repeatMinutes: 120,
  maxRepeats: 12,
};

const replaceAt = <Item,>(items: readonly Item[], place: number, item: Item): Item[] =>
  items.map((one, index) => (index === place ? item : one));
const removeAt = <Item,>(items: readonly Item[], place: number): Item[] => items.filter((_, index) => index !== place);

const toInteger = (value: string | number, least: number): number =>
  Math.max(least, Math.round(Number(value) || least));

export function EscalationEditor({ saved, people, destinations, locations, onSave }: Props) {
  const [rules, setRules] = useState(saved);
  const { busy, problem, submit, reset } = useSubmit(() => onSave(rules));
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved);
  const change = (part: Partial<Rules>): void => {
    setRules({ ...rules, ...part });
    reset();
  };
  return (
    <Form className="card section" label="Escalation" dirty={isChanged} onSubmit={() => void submit()}>
      <h2>Escalation</h2>
      <p className="small muted">
        Escalation stops when the alert is acknowledged, snoozed or cleared. The first matching chain applies.
      </p>
      {rules.chains.map((chain, place) => (
        <ChainFields
          // biome-ignore lint/suspicious/noArrayIndexKey: chains have no name of their own that stays
          key={place}
          chain={chain}
          people={people}
          destinations={destinations}
          locations={locations}
          onChange={(next) => change({ chains: replaceAt(rules.chains, place, next) })}
          onRemove={() => change({ chains: removeAt(rules.chains, place) })}
        />
      ))}
      {rules.chains.length === 0 && (
        <p className="muted">No chain: people are notified when an alert is raised and when it is cleared.</p>
      )}
      <div>
        <Button variant="default" onClick={() => change({ chains: [...rules.chains, NEW_CHAIN] })}>
          Add chain
        </Button>
      </div>
      <NumberInput
        label="Acknowledgement expires after"
        description="Minutes without a comment, a verdict or any other activity"
        min={1}
        max={10_080}
        value={rules.acknowledgementTimeoutMinutes}
        onChange={(value) => change({ acknowledgementTimeoutMinutes: toInteger(value, 1) })}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} disabled={!isChanged}>
          Save
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
  const last = chain.steps.at(-1)?.afterMinutes ?? 0;
  return (
    <fieldset className="chain">
      <legend>{chain.name}</legend>
      <div className="filters">
        <TextInput
          label="Name"
          maxLength={128}
          value={chain.name}
          onChange={(event) => onChange({ ...chain, name: event.currentTarget.value })}
        />
        <NativeSelect
          label="For"
          data={MIN_SEVERITY_OPTIONS}
          value={String(chain.minSeverity)}
          onChange={(event) => onChange({ ...chain, minSeverity: Number(event.currentTarget.value) })}
        />
        <MultiSelect
          label="At"
          placeholder={chain.locations === 'all' ? 'All locations' : ''}
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
          Add step
        </Button>
        <span className="grow" />
        <Button size="xs" variant="default" onClick={onRemove}>
          Remove chain
        </Button>
      </div>
      <div className="filters">
        <NumberInput
          label="Repeat every … minutes"
          description="0: no repeats"
          min={0}
          max={10_080}
          value={chain.repeatMinutes ?? 0}
          onChange={(value) => {
            const minutes = toInteger(value, 0);
            onChange({ ...chain, repeatMinutes: minutes === 0 ? null : minutes });
          }}
        />
        <NumberInput
          label="Maximum repeats"
          description="No more notifications after that"
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

const AUDIENCES = [
  { value: 'NOTIFIED', label: 'everybody notified before' },
  { value: 'ADMINS', label: 'all administrators' },
  { value: 'NAMED', label: 'selected people and channels' },
];

function audienceOf(kind: string, before: Audience): Step['audience'] {
  if (kind === 'ADMINS' || kind === 'NOTIFIED') return { kind };
  return before.kind === 'NAMED'
    ? { kind: 'NAMED', people: [...before.people], destinations: [...before.destinations] }
    : { kind: 'NAMED', people: [], destinations: [] };
}

function StepFields({ step, people, destinations, onChange, onRemove }: StepProps) {
  const { audience } = step;
  const named = audience.kind === 'NAMED' ? [...audience.people, ...audience.destinations] : [];
  return (
    <div className="chain-step">
      <NumberInput
        label="After minutes"
        min={1}
        max={10_080}
        value={step.afterMinutes}
        onChange={(value) => onChange({ ...step, afterMinutes: toInteger(value, 1) })}
      />
      <div className="filters">
        <NativeSelect
          label="Notify"
          data={AUDIENCES}
          value={audience.kind}
          onChange={(event) => onChange({ ...step, audience: audienceOf(event.currentTarget.value, audience) })}
        />
        {audience.kind === 'NAMED' && (
          <MultiSelect
            label="People and channels"
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
        Remove<span className="visually-hidden"> the step after {step.afterMinutes} minutes</span>
      </Button>
    </div>
  );
}
