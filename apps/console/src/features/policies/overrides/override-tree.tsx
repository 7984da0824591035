/** The overrides of a policy as a tree: the policy, its locations, their devices. Many locations are shown closed. */
import { TextInput } from '@mantine/core';
import type { PolicyOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { hidden } from '../../../ui/rich-tags.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import styles from '../../../ui/tree.module.css';
import type { OverrideGroup } from './override-groups.ts';
import { OverrideRow } from './override-row.tsx';
import overrideTree from './override-tree.module.css';
import type { PolicyOverrides } from './use-policy-overrides.ts';

/** Beyond this many locations they are closed, and can be searched. */
const MAX_OPEN = 8;

interface Props {
  readonly policy: PolicyOut;
  readonly overrides: PolicyOverrides;
}

export function OverrideTree({ policy, overrides }: Props) {
  const t = useText();
  const { groups = [], count, search, setSearch, pages } = overrides;
  const isLong = groups.length > MAX_OPEN || search !== '';
  if (count === 0)
    return (
      <ul className={styles.tree}>
        <li className="muted">{t('policies.overrides.none')}</li>
      </ul>
    );
  return (
    <>
      {isLong && (
        <div className="row">
          <TextInput
            className={overrideTree.search}
            label={t('policies.overrides.search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <span className="small muted" role="status">
            {t('policies.overrides.found', {
              overrides: groups.reduce((sum, group) => sum + group.overrides.length, 0),
              locations: groups.length,
            })}
          </span>
        </div>
      )}
      <ul className={styles.tree}>
        {groups.map((group) => (
          <LocationBranch
            key={group.location.guid}
            group={group}
            policy={policy}
            isOpenAtFirst={groups.length <= MAX_OPEN}
          />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </>
  );
}

interface BranchProps {
  readonly group: OverrideGroup;
  readonly policy: PolicyOut;
  readonly isOpenAtFirst: boolean;
}

/** A closed one has no rows: 200 locations stay quick. */
function LocationBranch({ group: { location, overrides }, policy, isOpenAtFirst }: BranchProps) {
  const t = useText();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isOpenAtFirst;
  return (
    <li>
      <div className="row">
        <h2>
          <button
            type="button"
            className={overrideTree.branch}
            aria-expanded={isOpen}
            onClick={() => setChosen(!isOpen)}
          >
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {location.name}
          </button>
        </h2>
        <span className="small muted">{t('policies.deviceCount', { count: overrides.length })}</span>
        <Link className="small" to={`/locations/${location.guid}`}>
          {t.rich('policies.overrides.openLocation', { location: location.name, hidden })}
        </Link>
      </div>
      {isOpen && (
        <ul className={styles.tree}>
          {overrides.map((override) => (
            <OverrideRow key={override.sentry.guid} override={override} policy={policy} />
          ))}
        </ul>
      )}
    </li>
  );
}
