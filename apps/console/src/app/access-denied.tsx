import { useText } from '../lib/texts.ts';
import { Problem } from '../ui/problem.tsx';
import { useTitle } from '../ui/use-title.ts';

/** Shown instead of a page that the user has no permission for. */
export function AccessDenied() {
  const t = useText();
  useTitle(t('shell.denied.title'));
  return <Problem title={t('shell.denied.title')} text={t('shell.denied.text')} isPage home="/locations" />;
}
