import { NativeSelect } from '@mantine/core';
import { BUSINESS_STATUSES, type BusinessStatus } from '@picket/domain/tenants';
import { useText } from '../../lib/texts.ts';

/** Props of the field of a form. */
type FieldProps = Readonly<Record<string, unknown>>;

/** The business status of an organization, to choose. */
export function BusinessStatusField(props: FieldProps) {
  const t = useText();
  return (
    <NativeSelect
      label={t('admin.tenant.businessStatus')}
      data={BUSINESS_STATUSES.map((value) => ({ value, label: t(`admin.businessStatus.${value}`) }))}
      {...props}
    />
  );
}

interface TagProps {
  readonly businessStatus: BusinessStatus;
  readonly isAdminTenant?: boolean;
  readonly demo: boolean;
  readonly suspended?: boolean;
}

/** What kind of organization it is. */
export function TenantTags({ businessStatus, isAdminTenant = false, demo, suspended = false }: TagProps) {
  const t = useText();
  return (
    <>
      {isAdminTenant && <span className="tag good">{t('admin.tag.admin')}</span>}
      {demo && <span className="tag">{t('admin.tag.demo')}</span>}
      {suspended && <span className="tag caution">{t('admin.tag.suspended')}</span>}
      <span className="tag">{t(`admin.businessStatus.${businessStatus}`)}</span>
    </>
  );
}
