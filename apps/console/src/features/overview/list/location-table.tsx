/** The locations as a table that is sorted by its columns; of many, the rows near the window are rendered. */

import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
import { Fragment, type ReactNode, useRef } from 'react';
import { metricText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { type CardOrder, columnKeyOf, type OverviewItem, readingColumns } from '../overview-order.ts';
import styles from './location-table.module.css';
import { TableRow } from './table-row.tsx';
import { useVisibleRows } from './use-visible-rows.ts';

/** As in location-table.module.css. */
const ROW_HEIGHT = 45;

/** Orders that begin with the least: the others begin with the most. */
const ASCENDING: readonly CardOrder[] = ['name', 'lastSeen'];

interface Props {
  readonly items: readonly OverviewItem[];
  readonly hot: ReadonlySet<string>;
  readonly order: CardOrder;
  readonly isReversed: boolean;
  readonly onSort: (order: CardOrder, isReversed: boolean) => void;
}

export default function LocationTable(props: Props) {
  const t = useText();
  const { items, hot } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = readingColumns(items);
  const { rows, totalHeight, topOf, onFocusRow } = useVisibleRows({
    list: body,
    count: items.length,
    height: ROW_HEIGHT,
    gap: 0,
    ...(items.length > MAX_SHORT_LIST ? {} : { overscan: MAX_SHORT_LIST }),
  });
  const first = rows[0];
  const last = rows.at(-1);
  return (
    <section className={`card ${styles.table}`} aria-label={t('overview.table.label')}>
      <table aria-rowcount={items.length + 1}>
        <Head {...props} columns={columns} />
        <tbody ref={body}>
          <Space height={first === undefined ? 0 : topOf(first)} />
          {rows.flatMap(({ index }) => {
            const item = items[index];
            if (item === undefined) return [];
            return [
              <TableRow
                key={item.card.guid}
                item={item}
                hot={hot}
                columns={columns}
                index={index + 2}
                onFocus={() => onFocusRow(index)}
              />,
            ];
          })}
          <Space height={last === undefined ? 0 : totalHeight - topOf(last) - last.size} />
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps extends Props {
  readonly columns: ReturnType<typeof readingColumns>;
}

function Head({ columns, order, isReversed, onSort }: HeadProps) {
  const t = useText();
  const head = (name: CardOrder, text: string, className?: string) => (
    <SortHead
      isSorted={order === name}
      isAscending={isReversed !== ASCENDING.includes(name)}
      className={className}
      onSort={() => onSort(name, order === name && !isReversed)}
    >
      {text}
    </SortHead>
  );
  return (
    <thead>
      <tr aria-rowindex={1}>
        {head('urgency', t('overview.table.state'))}
        {head('name', t('overview.table.location'), 'name')}
        {columns.map((column, place) => (
          <Fragment key={columnKeyOf(column)}>
            {head(columnKeyOf(column), metricText(t, column.sensorMetricId, column.column), styles[`reading${place}`])}
            {/* The first column of readings has their last day beside it. */}
            {place === 0 && <th className={styles.day}>{t('overview.table.day')}</th>}
          </Fragment>
        ))}
        <th className={styles.detail}>{t('overview.table.detail')}</th>
        <th className={styles.sentries}>{t('overview.table.sentries')}</th>
        {head('lastSeen', t('overview.table.lastSeen'), styles.seen)}
      </tr>
    </thead>
  );
}

/** In place of rows that are not rendered. */
const Space = ({ height }: { readonly height: number }) =>
  height > 0 && (
    <tr className={styles.space}>
      <td colSpan={99} style={{ height }} />
    </tr>
  );

interface SortHeadProps {
  readonly isSorted: boolean;
  readonly isAscending: boolean;
  readonly className: string | undefined;
  readonly onSort: () => void;
  readonly children: ReactNode;
}

function SortHead({ isSorted, isAscending, className, onSort, children }: SortHeadProps) {
  return (
    <th className={className} {...(isSorted ? { 'aria-sort': isAscending ? 'ascending' : 'descending' } : {})}>
      <button type="button" onClick={onSort}>
        {children}
        <span aria-hidden="true">{isSorted ? (isAscending ? '↑' : '↓') : ''}</span>
      </button>
    </th>
  );
}
