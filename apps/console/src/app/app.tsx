/** Checks health, then the session, then shows the page; a failed check replaces what would follow. */
import { useMantineColorScheme } from '@mantine/core';
import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { useHealth } from '../features/session/use-health.ts';
import { useNewVersion } from '../features/session/use-new-version.ts';
import { revalidateSession, takePathWithoutSession, useSession } from '../features/session/use-session.ts';
import { loadable } from '../lib/loadable.tsx';
import Maintenance from '../screens/service/maintenance.tsx';
import { FullPage } from '../ui/full-page.tsx';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { Problem } from '../ui/problem.tsx';
import { AccessDenied } from './access-denied.tsx';
import { CrashFallback } from './crash-fallback.tsx';
import { type ConsoleRoute, canOpen, homePathOf, ROUTES } from './route-table.ts';
import type ShellPage from './shell.tsx';

// The sign-in pages do not need the shell.
const Shell = loadable<ComponentProps<typeof ShellPage>>(() => import('./shell.tsx'));

const REDIRECT_DELAY_MS = 50;

export function App() {
  const health = useHealth();
  useNewVersion();
  const session = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const theme = session.state === 'authenticated' ? session.profile.preferences.theme : null;
  useEffect(() => {
    if (theme !== null) setColorScheme(theme);
  }, [theme, setColorScheme]);

  const isLoaded = useInitialPageLoaded();
  if (health.state === 'down') return <Maintenance notice={health.notice} />;
  if (session.state === 'loading' || !isLoaded) return <FullPageSpinner />;
  return (
    <CrashFallback>
      <Routes>
        {ROUTES.map((route) => (
          <Route key={route.path} path={route.path} element={<RouteGuard route={route} />} />
        ))}
        <Route
          path="*"
          element={<Navigate to={session.state === 'unauthenticated' ? '/sign-in' : '/locations'} replace />}
        />
      </Routes>
    </CrashFallback>
  );
}

/** Loads the code of the first page while the session is checked. Returns whether it is loaded. */
function useInitialPageLoaded(): boolean {
  const { pathname } = useLocation();
  const [isLoaded, setLoaded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page; later ones load while the previous one is shown
  useEffect(() => {
    const route = ROUTES.find(({ path }) => matchPath(path, pathname) !== null);
    const parts = route === undefined ? [] : [route.page.load(), ...(route.access === 'anyone' ? [] : [Shell.load()])];
    // A part that fails to load shows its error where it is rendered.
    void Promise.allSettled(parts).then(() => setLoaded(true));
  }, []);
  return isLoaded;
}

/** Shows the page if the user may open the route. */
function RouteGuard({ route }: { readonly route: ConsoleRoute }) {
  const session = useSession();
  const { pathname } = useLocation();
  if (route.access === 'anyone')
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <route.page />
      </Suspense>
    );
  if (session.state === 'unauthenticated') return <RedirectToSignIn />;
  if (session.state !== 'authenticated')
    return (
      <FullPage title="Picket cannot be reached">
        <Problem
          title="Your session could not be checked"
          text="Nothing was lost. The check is repeated every 15 seconds."
          onRetry={() => void revalidateSession()}
        />
      </FullPage>
    );
  const params = matchPath(route.path, pathname)?.params ?? {};
  const may = canOpen(route, session.profile, params);
  if (!may && (session.profile.lacksMfa || session.profile.display))
    return <Navigate to={homePathOf(session.profile)} replace />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Shell profile={session.profile} route={route}>
        <Suspense fallback={<div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}>
          {may ? <route.page key={pathname} /> : <AccessDenied />}
        </Suspense>
      </Shell>
    </Suspense>
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
