/** The pages that need a session, each with what is around it, for people who may open it. */
import { Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { revalidateSession, takePathWithoutSession, useSession } from '../features/session/use-session.ts';
import { useText } from '../lib/texts.ts';
import { FullPage } from '../ui/full-page.tsx';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { Problem } from '../ui/problem.tsx';
import { AccessDenied } from './access-denied.tsx';
import type { ConsoleRoute } from './console-route.ts';
import { GuardedLinks } from './guarded-links.tsx';
import { canOpen, homePathOf, ROUTES } from './route-table.ts';
import Shell from './shell.tsx';
import { useKeptShell } from './use-kept-shell.ts';

const REDIRECT_DELAY_MS = 50;

/** Loads the code and texts of a page. */
export async function loadPageAt(pathname: string): Promise<void> {
  await ROUTES.find(({ path }) => matchPath(path, pathname) !== null)?.page.load();
}

export default function SignedInPages() {
  const session = useSession();
  useKeptShell(session.state === 'authenticated' ? session.profile : null);
  return (
    <GuardedLinks>
      <Routes>
        {ROUTES.map((route) => (
          <Route key={route.path} path={route.path} element={<RouteGuard route={route} />} />
        ))}
        <Route
          path="*"
          element={<Navigate to={session.state === 'unauthenticated' ? '/sign-in' : '/locations'} replace />}
        />
      </Routes>
    </GuardedLinks>
  );
}

/** Shows the page if the user may open the route. */
function RouteGuard({ route }: { readonly route: ConsoleRoute }) {
  const t = useText();
  const session = useSession();
  const { pathname } = useLocation();
  if (session.state === 'unauthenticated') return <RedirectToSignIn />;
  if (session.state !== 'authenticated')
    return (
      <FullPage title={t('session.unchecked.title')}>
        <Problem
          title={t('session.unchecked.heading')}
          text={t('session.unchecked.text')}
          onRetry={() => void revalidateSession()}
        />
      </FullPage>
    );
  const params = matchPath(route.path, pathname)?.params ?? {};
  const may = canOpen(route, session.profile, params);
  if (!may && (session.profile.lacksMfa || session.profile.display))
    return <Navigate to={homePathOf(session.profile)} replace />;
  const { guid, tenant } = session.profile;
  return (
    // Another tab may have signed in somebody else: nothing of the one before stays on the page, such as what was typed.
    <Shell key={`${tenant.guid} ${guid}`} profile={session.profile} route={route}>
      <Suspense fallback={<div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}>
        {may ? <route.page key={pathname} /> : <AccessDenied />}
      </Suspense>
    </Shell>
  );
}

function RedirectToSignIn() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const timer = setTimeout(
      () => navigate(takePathWithoutSession(pathname, search), { replace: true }),
      REDIRECT_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate, pathname, search]);
  return <FullPageSpinner />;
}
