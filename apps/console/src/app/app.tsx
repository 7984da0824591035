/** Health, then session, then the page: in this order, each replacing what comes after it. */
import { useMantineColorScheme } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { useHealth } from '../features/session/use-health.ts';
import { askAgain, useSession } from '../features/session/use-session.ts';
import { signInAddress } from '../lib/redirect.ts';
import Maintenance from '../screens/maintenance.tsx';
import { FullPage } from '../ui/full-page.tsx';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { Problem } from '../ui/problem.tsx';
import { CrashFallback } from './crash-fallback.tsx';
import { Forbidden } from './forbidden.tsx';
import { type ConsoleRoute, mayOpen, ROUTES, startOf } from './route-table.ts';

// Nobody who signs in needs the shell yet.
const Shell = lazy(() => import('./shell.tsx'));

const REDIRECT_DELAY_MS = 50;

export function App() {
  const health = useHealth();
  const session = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const theme = session.state === 'authenticated' ? session.profile.preferences.theme : null;
  useEffect(() => {
    if (theme !== null) setColorScheme(theme);
  }, [theme, setColorScheme]);

  if (health.state === 'down') return <Maintenance notice={health.notice} />;
  if (session.state === 'loading') return <FullPageSpinner />;
  return (
    <CrashFallback>
      <Routes>
        {ROUTES.map((route) => (
          <Route key={route.path} path={route.path} element={<Gate route={route} />} />
        ))}
        <Route
          path="*"
          element={<Navigate to={session.state === 'unauthenticated' ? '/sign-in' : '/locations'} replace />}
        />
      </Routes>
    </CrashFallback>
  );
}

/** Lets in whoever may open the route. */
function Gate({ route }: { readonly route: ConsoleRoute }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (route.access === 'anyone')
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <route.page />
      </Suspense>
    );
  if (session.state === 'unauthenticated') return <ToSignIn />;
  if (session.state !== 'authenticated')
    return (
      <FullPage title="Picket cannot be reached">
        <Problem
          title="Your session could not be checked"
          text="Nothing was lost. It is tried again every 15 seconds."
          onRetry={() => void askAgain()}
        />
      </FullPage>
    );
  const params = matchPath(route.path, pathname)?.params ?? {};
  const may = mayOpen(route, session.profile, params);
  if (!may && (session.profile.lacksMfa || session.profile.display))
    return <Navigate to={startOf(session.profile)} replace />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Shell profile={session.profile} route={route}>
        <Suspense fallback={<div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}>
          {may ? <route.page key={pathname} /> : <Forbidden />}
        </Suspense>
      </Shell>
    </Suspense>
  );
}

function ToSignIn() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate(signInAddress(pathname, search), { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate, pathname, search]);
  return <FullPageSpinner />;
}
