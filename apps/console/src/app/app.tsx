/** Checks health, then the session, then shows the page; the maintenance page replaces it while Picket is down. */
import { useMantineColorScheme } from '@mantine/core';
import type { ProfileOut } from '@picket/contracts/types';
import { Activity, type ComponentProps, Suspense, useEffect, useState } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { useHealth } from '../features/session/use-health.ts';
import { useNewVersion } from '../features/session/use-new-version.ts';
import { revalidateSession, takePathWithoutSession, useSession } from '../features/session/use-session.ts';
import { loadable } from '../lib/loadable.tsx';
import { loadTexts, setLanguage, useText } from '../lib/texts.ts';
import { setFormatChoices } from '../lib/use-formats.ts';
import Maintenance from '../screens/service/maintenance.tsx';
import { FullPage } from '../ui/full-page.tsx';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { Problem } from '../ui/problem.tsx';
import { AccessDenied } from './access-denied.tsx';
import { CrashFallback } from './crash-fallback.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { type ConsoleRoute, canOpen, homePathOf, ROUTES } from './route-table.ts';
import type ShellPage from './shell.tsx';
import { useFocusKept } from './use-focus-kept.ts';

// The sign-in pages do not need the shell.
const Shell = loadable<ComponentProps<typeof ShellPage>>(() => import('./shell.tsx'), 'shell');

const REDIRECT_DELAY_MS = 50;

export function App() {
  const health = useHealth();
  useNewVersion();
  const session = useSession();
  usePreferences(session.state === 'authenticated' ? session.profile.preferences : null);

  useFocusKept(health.state === 'down');
  useEffect(keepFocus, []);
  const isLoaded = useInitialPageLoaded();
  if (!isLoaded) return <FullPageSpinner />;
  const isDown = health.state === 'down';
  // Hidden, not removed: what was typed is still there when Picket is back.
  return (
    <>
      {isDown && <Maintenance notice={health.announced} />}
      {health.state === 'offline' && <OfflineBanner lastAnswerAt={health.lastAnswerAt} />}
      <Activity mode={isDown ? 'hidden' : 'visible'}>
        {session.state === 'loading' ? <FullPageSpinner /> : <Console />}
      </Activity>
    </>
  );
}

function Console() {
  const session = useSession();
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

/** Applies theme, language and formats of the profile; `null`: nobody is signed in, and nothing changes. */
function usePreferences(preferences: ProfileOut['preferences'] | null): void {
  const { setColorScheme } = useMantineColorScheme();
  const theme = preferences?.theme;
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme);
  }, [theme, setColorScheme]);
  const { language, timeFormat, weekStart, useCelsius } = preferences ?? {};
  useEffect(() => {
    if (timeFormat !== undefined && weekStart !== undefined && useCelsius !== undefined)
      setFormatChoices({ timeFormat, weekStart, useCelsius });
  }, [timeFormat, weekStart, useCelsius]);
  useEffect(() => {
    // The texts of the language before stay where the network fails; the next change of the profile tries again.
    if (language !== undefined) void setLanguage(language).catch(() => {});
  }, [language]);
}

const TEXTS_RETRY_MS = 2000;

/** Nothing can be shown without these texts. */
async function loadFirstTexts(): Promise<void> {
  try {
    await loadTexts(['start']);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, TEXTS_RETRY_MS));
    await loadFirstTexts();
  }
}

/** Loads texts and code of the first page while the session is checked. Returns whether they are loaded. */
function useInitialPageLoaded(): boolean {
  const { pathname } = useLocation();
  const [isLoaded, setLoaded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page; later ones load while the previous one is shown
  useEffect(() => {
    const route = ROUTES.find(({ path }) => matchPath(path, pathname) !== null);
    const parts = route === undefined ? [] : [route.page.load(), ...(route.access === 'anyone' ? [] : [Shell.load()])];
    // A part that fails to load shows its error where it is rendered.
    void Promise.allSettled([loadFirstTexts(), ...parts]).then(() => setLoaded(true));
  }, []);
  return isLoaded;
}

/** Shows the page if the user may open the route. */
function RouteGuard({ route }: { readonly route: ConsoleRoute }) {
  const t = useText();
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
