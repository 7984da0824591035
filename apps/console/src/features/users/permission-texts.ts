/** What permissions allow, in sentences. */
import { hasMetricsAccess, isAdmin, type Permission, type Role } from '@picket/domain/permissions';
import type { Translator } from '../../lib/texts.ts';

/** `nameOf` returns a location's name. */
export function permissionTexts(
  t: Translator,
  permissions: readonly Permission[],
  nameOf: (location: string) => string,
): readonly string[] {
  if (permissions.length === 0) return [t('users.may.nothing')];
  if (isAdmin(permissions)) return [t('users.may.everything')];
  const namesAt = (role: Role): readonly string[] =>
    permissions.flatMap((p) => (p.role === role && p.location != null ? [nameOf(p.location)] : []));
  const names = new Intl.ListFormat(t.locale);
  const [managed, viewed] = [namesAt('ADMIN'), namesAt('VIEWER')];
  const viewsAll = permissions.some(({ role, location }) => role === 'VIEWER' && location == null);
  return [
    ...(viewsAll ? [t('users.may.viewAll')] : []),
    ...(managed.length > 0 ? [t('users.may.manage', { count: managed.length, locations: names.format(managed) })] : []),
    ...(viewed.length > 0 && !viewsAll
      ? [t('users.may.view', { count: viewed.length, locations: names.format(viewed) })]
      : []),
    ...(hasMetricsAccess(permissions) ? [t('users.may.metrics')] : []),
  ];
}
