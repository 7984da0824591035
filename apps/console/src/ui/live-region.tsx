/** Is there before anything is announced: many screen readers miss a region that comes with its text. */
import { useAnnouncement } from '../lib/announce.ts';

export function LiveRegion() {
  const { id, text } = useAnnouncement();
  return (
    <div className="visually-hidden" aria-live="polite" data-testid="announced">
      <span key={id}>{text}</span>
    </div>
  );
}
