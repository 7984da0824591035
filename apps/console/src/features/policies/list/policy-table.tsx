/** All policies: what each watches for, where, and how it did in the last 30 days. */
import type { PolicyCardOut } from '@picket/contracts/types';
import { useState } from 'react';
import { nameText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import classes from './policy-table.module.css';
import { PolicyTableRow } from './policy-table-row.tsx';
import { nextOrder, type PolicyColumn, type PolicyOrder, sortPolicies } from './sort-policies.ts';

interface Props {
  readonly policies: readonly PolicyCardOut[];
  readonly useCelsius: boolean;
  readonly isAdmin: boolean;
}

export function PolicyTable({ policies, useCelsius, isAdmin }: Props) {
  const t = useText();
  // What needs somebody first: open alerts, then those that alert most.
  const [order, setOrder] = useState<PolicyOrder>({ column: 'alerts', isReversed: false });
  const head = (column: PolicyColumn) => (
    <SortableHead
      label={t(`policies.column.${column}`)}
      column={column}
      order={order}
      onSort={() => setOrder(nextOrder(order, column))}
    />
  );
  return (
    <div className={`card ${classes.frame ?? ''}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head('name')}
            <th scope="col">{t('policies.column.violations')}</th>
            {head('sentries')}
            {head('overrides')}
            {head('alerts')}
            {head('false')}
          </tr>
        </thead>
        <tbody>
          {sortPolicies(policies, order, t.locale, ({ name }) => nameText(t, name)).map((policy) => (
            <PolicyTableRow key={policy.guid} policy={policy} useCelsius={useCelsius} isAdmin={isAdmin} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  readonly label: string;
  readonly column: PolicyColumn;
  readonly order: PolicyOrder;
  readonly onSort: () => void;
}

function SortableHead({ label, column, order, onSort }: HeadProps) {
  const isSorted = order.column === column;
  // Names begin at A, numbers at the highest.
  const isAscending = (column === 'name') !== order.isReversed;
  return (
    <th scope="col" aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}>
      <button type="button" className={classes.sort} onClick={onSort}>
        {label}
        <span aria-hidden="true" className={classes.arrow}>
          {isSorted ? (isAscending ? '↑' : '↓') : ''}
        </span>
      </button>
    </th>
  );
}
