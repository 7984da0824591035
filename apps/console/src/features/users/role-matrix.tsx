/** Roles by location, with a description of what they allow. */
import { TextInput } from '@mantine/core';
import { nameKey } from '@picket/domain/names';
import {
  covers,
  describePermissions,
  normalizePermissions,
  type Permission,
  type Role,
} from '@picket/domain/permissions';
import { useState } from 'react';
import { useLocationNames } from './use-location-names.ts';

interface Props {
  readonly value: readonly Permission[];
  readonly onChange: (permissions: readonly Permission[]) => void;
  /** The permissions that can be granted. Default: all. */
  readonly held?: readonly Permission[];
}

type Choice = 'none' | 'VIEWER' | 'ADMIN';

const CHOICES: readonly (readonly [Choice, string])[] = [
  ['none', 'No access'],
  ['VIEWER', 'View'],
  ['ADMIN', 'Manage'],
];

const EVERYTHING: readonly Permission[] = [{ role: 'ADMIN' }];
const MANY = 8;

const at = (permission: Permission, location: string | null): boolean => (permission.location ?? null) === location;

/** What is chosen for a location (null: everywhere). */
function choiceOf(value: readonly Permission[], location: string | null): Choice {
  const has = (role: Role): boolean => value.some((p) => p.role === role && at(p, location));
  return has('ADMIN') ? 'ADMIN' : has('VIEWER') ? 'VIEWER' : 'none';
}

export function RoleMatrix({ value, onChange, held = EVERYTHING }: Props) {
  const { locations, nameOf } = useLocationNames();
  const [search, setSearch] = useState('');
  const choose = (location: string | null, choice: Choice): void => {
    const others = value.filter((p) => p.role === 'METRICS' || !at(p, location));
    const chosen = choice === 'none' ? [] : [{ role: choice, location }];
    onChange([...others, ...chosen]);
  };
  const everywhere = choiceOf(value, null);
  const wanted = nameKey(search);
  const shown = (locations ?? []).filter(({ name }) => nameKey(name).includes(wanted));
  const hasMetrics = value.some(({ role }) => role === 'METRICS');
  return (
    <fieldset className="matrix">
      <legend>What they may do</legend>
      {(locations?.length ?? 0) > MANY && (
        <TextInput
          aria-label="Find a location"
          placeholder="Find a location"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className="scroll-x" tabIndex={0}>
        <table className="roles">
          <thead>
            <tr>
              <th scope="col">Location</th>
              {CHOICES.map(([choice, word]) => (
                <th key={choice} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Row
              className="everywhere"
              name="Everywhere"
              choice={everywhere}
              floor="none"
              may={(choice) => choice === 'none' || covers(held, { role: choice })}
              onChoose={(choice) => choose(null, choice)}
            />
            {shown.map(({ guid, name }) => (
              <Row
                key={guid}
                name={name}
                choice={choiceOf(value, guid)}
                floor={everywhere}
                may={(choice) => choice === 'none' || covers(held, { role: choice, location: guid })}
                onChoose={(choice) => choose(guid, choice)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {covers(held, { role: 'METRICS' }) && (
        <label className="check-line small">
          <input
            type="checkbox"
            checked={hasMetrics}
            onChange={(event) => {
              const others = value.filter(({ role }) => role !== 'METRICS');
              onChange(event.currentTarget.checked ? [...others, { role: 'METRICS' }] : others);
            }}
          />
          Can view usage metrics of the whole organization
        </label>
      )}
      <ul className="role-summary small" aria-live="polite" aria-label="Summary">
        {value.length === 0 ? (
          <li>Choose at least one role.</li>
        ) : (
          describePermissions(normalizePermissions(value), nameOf).map((sentence) => <li key={sentence}>{sentence}</li>)
        )}
      </ul>
    </fieldset>
  );
}

const RANK: Readonly<Record<Choice, number>> = { none: 0, VIEWER: 1, ADMIN: 2 };

function Row({
  name,
  choice,
  floor,
  may,
  onChoose,
  className,
}: {
  readonly name: string;
  readonly choice: Choice;
  /** The choice inherited from “Everywhere”. */
  readonly floor: Choice;
  readonly may: (choice: Choice) => boolean;
  readonly onChoose: (choice: Choice) => void;
  readonly className?: string;
}) {
  const effective = RANK[choice] > RANK[floor] ? choice : floor;
  return (
    <tr className={className}>
      <th scope="row">{name}</th>
      {CHOICES.map(([each, word]) => (
        <td key={each}>
          <input
            type="radio"
            name={`role at ${name}`}
            aria-label={`${name}: ${word}`}
            checked={effective === each}
            disabled={RANK[each] < RANK[floor] || !may(each)}
            onChange={() => onChoose(RANK[each] <= RANK[floor] ? 'none' : each)}
          />
        </td>
      ))}
    </tr>
  );
}
