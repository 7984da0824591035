/** /act/:token: opened by a link in a notification. Opening it changes nothing; a button acts once, without signing in. */
import { useParams } from 'react-router';
import { ActionLink } from '../../features/alerts/action-link.tsx';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function AlertAction() {
  const { token = '' } = useParams();
  const t = useText();
  useTitle(t('alerts.alert'));
  return <ActionLink token={token} />;
}
