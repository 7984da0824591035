/** /_/locations: a tile for each location, to be read from across a room. */
import { DisplayFrame } from '../../features/overview/display/display-frame.tsx';
import { useOverview } from '../../features/overview/use-overview.ts';
import { useProfile } from '../../features/session/use-session.ts';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

const REFRESH_MS = 30_000;

export default function WallDisplayScreen() {
  const t = useText();
  const overview = useOverview(REFRESH_MS);
  useTitle(t('display.title'));
  return <DisplayFrame profile={useProfile()} overview={overview} />;
}
