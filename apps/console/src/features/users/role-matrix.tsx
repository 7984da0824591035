/** Roles by location, with a description of what they allow. */
import { TextInput } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { nameKey } from '@picket/domain/names';
import { covers, normalizePermissions, type Permission, type Role } from '@picket/domain/permissions';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { permissionTexts } from './permission-texts.ts';
import styles from './role-matrix.module.css';
import { useLocationNames } from './use-location-names.ts';

interface Props {
  readonly value: readonly Permission[];
  /** The error of the last attempt to save. */
  readonly error?: ReactNode;
  readonly onChange: (permissions: readonly Permission[]) => void;
  /** The permissions that can be granted. Default: all. */
  readonly held?: readonly Permission[];
}

type Choice = 'none' | 'VIEWER' | 'ADMIN';

const CHOICES: readonly Choice[] = ['none', 'VIEWER', 'ADMIN'];

const EVERYTHING: readonly Permission[] = [{ role: 'ADMIN' }];
const MANY = 8;
/** More are found by their names. */
const MAX_ROWS = 100;

const at = (permission: Permission, location: string | null): boolean => (permission.location ?? null) === location;

/** What is chosen for a location (null: everywhere). */
function choiceOf(value: readonly Permission[], location: string | null): Choice {
  const has = (role: Role): boolean => value.some((p) => p.role === role && at(p, location));
  return has('ADMIN') ? 'ADMIN' : has('VIEWER') ? 'VIEWER' : 'none';
}

export function RoleMatrix({ value, error, onChange, held = EVERYTHING }: Props) {
  const t = useText();
  const { locations = [], nameOf } = useLocationNames();
  return (
    <fieldset className={styles.matrix}>
      <legend>{t('users.roles.title')}</legend>
      <RoleTable locations={locations} value={value} onChange={onChange} held={held} />
      {covers(held, { role: 'METRICS' }) && <MetricsChoice value={value} onChange={onChange} />}
      <ul className={`${styles.summary} small`} aria-live="polite" aria-label={t('users.roles.summary')}>
        {value.length === 0 ? (
          <li>{t('users.roles.missing')}</li>
        ) : (
          permissionTexts(t, normalizePermissions(value), nameOf).map((sentence) => <li key={sentence}>{sentence}</li>)
        )}
      </ul>
      {error !== undefined && error !== null && (
        <p role="alert" className="problem-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface TableProps extends Required<Omit<Props, 'error'>> {
  readonly locations: readonly LocationOut[];
}

/** The locations whose names have the text of a search, those on top that had a role of their own when the form was opened. */
function useFoundLocations(locations: readonly LocationOut[], value: readonly Permission[]) {
  const [search, setSearch] = useState('');
  // As it was then: a row does not move while it is edited.
  const [initial] = useState(value);
  const isOwn = ({ guid }: LocationOut): boolean => choiceOf(initial, guid) !== 'none';
  const sorted = [...locations.filter(isOwn), ...locations.filter((one) => !isOwn(one))];
  return { search, setSearch, found: sorted.filter(({ name }) => nameKey(name).includes(nameKey(search))) };
}

/** A row for each location; where there are many they scroll, and of very many the first are shown. */
function RoleTable({ locations, value, onChange, held }: TableProps) {
  const t = useText();
  const { search, setSearch, found } = useFoundLocations(locations, value);
  const shown = found.slice(0, MAX_ROWS);
  const everywhere = choiceOf(value, null);
  const choose = (location: string | null, choice: Choice): void => {
    const others = value.filter((p) => p.role === 'METRICS' || !at(p, location));
    onChange([...others, ...(choice === 'none' ? [] : [{ role: choice, location }])]);
  };
  const isLong = locations.length > MANY;
  return (
    <>
      {isLong && (
        <TextInput
          aria-label={t('users.roles.find')}
          placeholder={t('users.roles.findOne', { count: locations.length })}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // It finds, and does not save the form around it.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <div className={`scroll-x ${isLong ? styles.long : ''}`} tabIndex={0}>
        <table className={styles.roles}>
          <RoleHead />
          <tbody>
            <Row
              className={styles.everywhere}
              name={t('users.roles.everywhere')}
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
        {found.length === 0 && search !== '' && <p className="muted small">{t('users.roles.noMatch', { search })}</p>}
        {found.length > shown.length && (
          <p className="muted small">{t('users.roles.more', { count: found.length - shown.length })}</p>
        )}
      </div>
    </>
  );
}

function RoleHead() {
  const t = useText();
  return (
    <thead>
      <tr>
        <th scope="col">{t('users.roles.location')}</th>
        {CHOICES.map((choice) => (
          <th key={choice} scope="col">
            {t(`users.roles.choice.${choice}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function MetricsChoice({ value, onChange }: Omit<Props, 'held'>) {
  const t = useText();
  return (
    <label className={`${styles.checkLine} small`}>
      <input
        type="checkbox"
        checked={value.some(({ role }) => role === 'METRICS')}
        onChange={(event) => {
          const others = value.filter(({ role }) => role !== 'METRICS');
          onChange(event.currentTarget.checked ? [...others, { role: 'METRICS' }] : others);
        }}
      />
      {t('users.roles.metrics')}
    </label>
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
  readonly className?: string | undefined;
}) {
  const t = useText();
  const effective = RANK[choice] > RANK[floor] ? choice : floor;
  return (
    <tr className={className}>
      <th scope="row">{name}</th>
      {CHOICES.map((each) => (
        <td key={each}>
          <input
            type="radio"
            name={`role-${name}`}
            aria-label={t('users.roles.choiceAt', { location: name, choice: t(`users.roles.choice.${each}`) })}
            checked={effective === each}
            disabled={RANK[each] < RANK[floor] || !may(each)}
            onChange={() => onChoose(RANK[each] <= RANK[floor] ? 'none' : each)}
          />
        </td>
      ))}
    </tr>
  );
}
