/** /location/create */
import { CreateLocationForm } from '../../features/locations/create-location-form.tsx';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function CreateLocation() {
  useTitle(useText()('shell.page.addLocation'));
  return <CreateLocationForm />;
}
