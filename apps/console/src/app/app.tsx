/** Checks health, then the session, then shows the page; the maintenance page replaces it while Picket is down. */
import type { ProfileOut } from '@picket/contracts/types';
import { Activity, Suspense, useEffect, useState } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { useHealth } from '../features/session/use-health.ts';
import { useNewVersion } from '../features/session/use-new-version.ts';
import { useSession } from '../features/session/use-session.ts';
import { setColorScheme } from '../lib/color-scheme.ts';
import { setFormatChoices } from '../lib/format-choices.ts';
import { loadable } from '../lib/loadable.tsx';
import { loadTexts, setLanguage } from '../lib/texts.ts';
import Maintenance from '../screens/service/maintenance.tsx';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { CrashFallback } from './crash-fallback.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PUBLIC_ROUTES } from './public-routes.ts';
import { useFocusKept } from './use-focus-kept.ts';

// The sign-in pages do not need them.
const importSignedInPages = () => import('./signed-in-pages.tsx');
const SignedInPages = loadable(importSignedInPages, 'shell');

interface Props {
  /** Texts and code of the first page are loaded. */
  readonly isPageLoaded: boolean;
}

export function App({ isPageLoaded }: Props) {
  const health = useHealth();
  useNewVersion();
  useNextPageLoaded();
  const session = useSession();
  usePreferences(session.state === 'authenticated' ? session.profile.preferences : null);
  useFocusKept(health.state === 'down');
  useEffect(keepFocus, []);
  const isLoaded = useInitialPageLoaded(isPageLoaded);
  if (!isLoaded) return <FullPageSpinner />;
  const isDown = health.state === 'down';
  // Hidden, not removed: what was typed is still there when Picket is back.
  return (
    <>
      {isDown && <Maintenance notice={health.announced} />}
      {health.state === 'offline' && <OfflineBanner lastResponseAt={health.lastResponseAt} />}
      <Activity mode={isDown ? 'hidden' : 'visible'}>
        {session.state === 'loading' ? <FullPageSpinner /> : <Console />}
      </Activity>
    </>
  );
}

/** The page at the current address. */
export function Console() {
  const session = useSession();
  return (
    <CrashFallback>
      <Suspense fallback={<FullPageSpinner />}>
        <Routes>
          {PUBLIC_ROUTES.map(({ path, page: Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route
            path="/"
            element={<Navigate to={session.state === 'unauthenticated' ? '/sign-in' : '/locations'} replace />}
          />
          <Route path="*" element={<SignedInPages />} />
        </Routes>
      </Suspense>
    </CrashFallback>
  );
}

/** Applies theme, language and formats of the profile; `null`: nobody is signed in, and nothing changes. */
function usePreferences(preferences: ProfileOut['preferences'] | null): void {
  const theme = preferences?.theme;
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme);
  }, [theme]);
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

const publicRouteAt = (pathname: string) => PUBLIC_ROUTES.find(({ path }) => matchPath(path, pathname) !== null);

/** Loads the code and texts of a page. */
export async function loadPageAt(pathname: string): Promise<void> {
  const route = publicRouteAt(pathname);
  if (route !== undefined) return route.page.load();
  await SignedInPages.load();
  await (await importSignedInPages()).loadPageAt(pathname);
}

const HOME = '/locations';

/** Loads the page that follows the sign-in as soon as a person types into a page without a session. */
function useNextPageLoaded(): void {
  const { pathname } = useLocation();
  const isPublic = publicRouteAt(pathname) !== undefined;
  useEffect(() => {
    if (!isPublic) return;
    // Where this fails, the sign-in loads it.
    const load = (): void => void loadPageAt(HOME).catch(() => {});
    window.addEventListener('keydown', load, { once: true });
    return () => window.removeEventListener('keydown', load);
  }, [isPublic]);
}

/** Without network a page that was never opened would be waited for without end, and nothing would say why. */
const MAX_WAIT_MS = 3000;

/** Loads texts and code of the first page. A part that fails to load shows its error where it is rendered. */
export async function loadFirstPage(pathname: string): Promise<void> {
  const page = Promise.race([loadPageAt(pathname), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  await Promise.allSettled([loadFirstTexts(), page]);
}

/** Unless they are loaded, loads texts and code of the first page while the session is checked. Returns whether they are loaded. */
function useInitialPageLoaded(isPageLoaded: boolean): boolean {
  const { pathname } = useLocation();
  const [isLoaded, setLoaded] = useState(isPageLoaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page; later ones load while the previous one is shown
  useEffect(() => {
    if (!isPageLoaded) void loadFirstPage(pathname).then(() => setLoaded(true));
  }, []);
  return isLoaded;
}
