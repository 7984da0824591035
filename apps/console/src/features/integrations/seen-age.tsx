import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { DiscoveredEntity } from './use-discovered.ts';

interface Props {
  readonly entity: DiscoveredEntity;
  /** What the age is of, where that is not said beside it. */
  readonly name?: string;
}

/** How old a value is. One that the broker had kept has no time. */
export function SeenAge({ entity: { value, at }, name }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (value === undefined) return null;
  if (at === undefined) return <span className="small muted">{t('discovered.timeUnknown')}</span>;
  const ago = formats.ago(at, now);
  return <span className="small muted num">{name === undefined ? ago : t('discovered.seen', { name, ago })}</span>;
}
