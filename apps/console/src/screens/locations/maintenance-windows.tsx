/** /locations/:id/settings/maintenance: maintenance windows, during which notifications are suppressed. */
import { isLocationAdmin } from '@picket/domain/permissions';
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { MaintenanceList } from '../../features/locations/maintenance/maintenance-list.tsx';
import { PlanMaintenance } from '../../features/locations/maintenance/plan-maintenance.tsx';
import { useMaintenance } from '../../features/locations/maintenance/use-maintenance.ts';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';

export default function MaintenanceWindows() {
  const { id = '' } = useParams();
  const t = useText();
  const profile = useProfile();
  const location = useLocationData(id);
  const windows = useMaintenance(id);
  useLocationTitle(location.data, t('shell.page.maintenance'));
  const failed = location.error ?? windows.error;
  if (failed && (!location.data || !windows.data))
    return <LocationProblem error={failed} onRetry={() => void Promise.all([location.mutate(), windows.mutate()])} />;
  if (!location.data || !windows.data) return <LocationSkeleton />;
  const { timezone } = location.data;
  const mayChange = isLocationAdmin(profile.permissions, id);
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.maintenance')} />
      <LocationTabs id={id} />
      <div className="wide">
        <p className="muted">{t('maintenance.intro')}</p>
        <MaintenanceList location={id} timezone={timezone} windows={windows.data.items} mayChange={mayChange} />
        {mayChange && <PlanMaintenance location={id} timezone={timezone} />}
      </div>
    </>
  );
}
