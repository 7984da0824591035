/** The video section of an alert's page. Its code is loaded with the first alert that has one. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { loadable, useLoaded } from '../../../lib/loadable.tsx';

const AlertClips = loadable(() => import('./alert-clips.tsx'), 'video');

export function AlertVideo({ alert }: { readonly alert: AlertEvidenceOut }) {
  const isLoaded = useLoaded(AlertClips);
  if (alert.video === undefined) return null;
  if (!isLoaded) return <div className="skeleton" style={{ aspectRatio: '16 / 11' }} aria-hidden="true" />;
  return <AlertClips alert={alert} video={alert.video} />;
}
