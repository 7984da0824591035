/** /locations/:id/settings/address: address, coordinates, time zone. */
import { useParams } from 'react-router';
import { LocationProblem } from '../../features/locations/location-frame.tsx';
import { AddressForm } from '../../features/locations/settings/address-form.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function LocationAddress() {
  const { id = '' } = useParams();
  useTitle(useText()('locations.address.title'));
  const location = useLocationData(id);
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (!location.data) return <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />;
  return <AddressForm location={location.data} reload={() => location.mutate()} />;
}
