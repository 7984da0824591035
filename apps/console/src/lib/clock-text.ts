/** Times of day as people type them. Pure. */

const CLOCK = /^(\d{1,2})(?:[:.h](\d{2}))?\s*(?:(am|a\.m\.|pm|p\.m\.)|uhr|h)?$/iu;

/** "14:30" of "14:30", "2:30 pm", "14.30 Uhr", "2 PM"; null: it is no time of day. */
export function parseClock(text: string): string | null {
  const [, hours, minutes = '00', half] = CLOCK.exec(text.trim().replace(/\s+/gu, ' ')) ?? [];
  if (hours === undefined) return null;
  const hour = hourOf(Number(hours), half?.toLowerCase());
  if (hour === null || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** 12 AM is midnight. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour > 23 ? null : hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}
