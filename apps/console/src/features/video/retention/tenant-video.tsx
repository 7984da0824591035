/** The video of all organizations, each with a link to its rules. */
import type { TenantVideoOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { problemText } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { usePages } from '../../../lib/use-pages.ts';
import { Problem } from '../../../ui/problem.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import classes from './video-retention.module.css';

export function TenantVideo() {
  const t = useText();
  const pages = usePages('GET /video-retention/tenants', { query: { limit: 100 } });
  const { items, error, reload } = pages;
  if (error && !items)
    return <Problem title={t('retention.tenantsProblem')} text={problemText(error)} onRetry={() => void reload()} />;
  // With one organization the page above says the same.
  if (items === undefined || items.length < 2) return null;
  const hasCost = items.some(({ monthlyCost }) => monthlyCost !== undefined);
  return (
    <section className="card" aria-label={t('retention.all')}>
      <h2 className={classes.tableTitle}>{t('retention.all')}</h2>
      <div className="scroll-x" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('retention.tenant')}</th>
              <th scope="col">{t('retention.column.days')}</th>
              <th scope="col">{t('retention.column.used')}</th>
              <th scope="col">{t('retention.clips')}</th>
              <th scope="col">{t('retention.onHold')}</th>
              <th scope="col">{t('retention.column.oldest')}</th>
              {hasCost && <th scope="col">{t('retention.column.cost')}</th>}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <TenantRow key={item.tenant.guid} item={item} hasCost={hasCost} />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore pages={pages} />
    </section>
  );
}

function TenantRow({ item, hasCost }: { readonly item: TenantVideoOut; readonly hasCost: boolean }) {
  const t = useText();
  const formats = useFormats();
  const { tenant, keepDays, bytes, maxBytes, clips, heldClips, oldestAt, monthlyCost } = item;
  return (
    <tr>
      <th scope="row">
        <Link to={{ search: `?tenant=${tenant.guid}` }}>{tenant.name}</Link>
      </th>
      <td>{t('retention.column.daysValue', { count: keepDays })}</td>
      <td>{t('retention.column.usedOf', { size: formats.bytes(bytes), limit: formats.bytes(maxBytes) })}</td>
      <td>{formats.number(clips)}</td>
      <td>{formats.number(heldClips)}</td>
      <td>{oldestAt === undefined ? '–' : formats.date(oldestAt)}</td>
      {hasCost && <td>{monthlyCost === undefined ? '–' : money(t.locale, monthlyCost)}</td>}
    </tr>
  );
}

const money = (locale: string, { amount, currency }: NonNullable<TenantVideoOut['monthlyCost']>): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
