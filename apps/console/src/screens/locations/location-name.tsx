/** /locations/:id/settings/name */
import { useParams } from 'react-router';
import { LocationProblem } from '../../features/locations/location-frame.tsx';
import { NameForm } from '../../features/locations/settings/name-form.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function LocationName() {
  const { id = '' } = useParams();
  useTitle(useText()('locations.name.title'));
  const location = useLocationData(id);
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <div className="skeleton" style={{ height: 240 }} aria-hidden="true" />;
  return <NameForm location={location.data} reload={() => location.mutate()} />;
}
