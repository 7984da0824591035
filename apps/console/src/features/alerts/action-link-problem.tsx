import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { FullPage } from '../../ui/full-page.tsx';

/** In place of a link that does not work (any more). `text`: what the server said. */
export function ActionLinkProblem({ status, text }: { readonly status: number; readonly text: string }) {
  const t = useText();
  const kind = status === 410 ? 'expired' : status === 404 ? 'notFound' : 'notAvailable';
  return (
    <FullPage title={t(`alerts.link.${kind}`)}>
      <p>{kind === 'notAvailable' ? text : t(`alerts.link.${kind}Text`)}</p>
      <p>
        <Link to="/locations">{t('alerts.link.openPicket')}</Link>
      </p>
    </FullPage>
  );
}
