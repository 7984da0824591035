/** The only live regions of the page. They are there before anything is announced: many screen readers miss a region that comes with its text. */
import { type Urgency, useAnnouncements } from '../lib/announce.ts';

const URGENCIES: readonly Urgency[] = ['polite', 'assertive'];

export function LiveRegions() {
  const announcements = useAnnouncements();
  return URGENCIES.map((urgency) => {
    const { id, text } = announcements[urgency];
    return (
      <div key={urgency} className="visually-hidden" aria-live={urgency} data-testid={`announced-${urgency}`}>
        <span key={id}>{text}</span>
      </div>
    );
  });
}
