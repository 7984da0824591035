/**
 * Links and commands to other pages ask first where a form has unsaved changes. The router has such a blocker for its data routers alone,
 * which would double its code in the first pages; Back and Forward pass it by (ui/unsaved-changes.tsx).
 */
import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, parsePath } from 'react-router';
import { goOrAsk, SIDE_TRIP } from '../lib/unsaved-changes.ts';

/**
 * Replacing the page is no question: the page does it itself, after saving, deleting or Cancel, and where the session has ended.
 * `pathnameNow`: another query or part of the same page keeps its forms.
 */
export function guardNavigator(navigator: Navigator, pathnameNow: () => string): Navigator {
  return {
    ...navigator,
    push: (to, state, options) => {
      const go = (): void => navigator.push(to, state, options);
      const { pathname = pathnameNow() } = typeof to === 'string' ? parsePath(to) : to;
      if (pathname === pathnameNow() || state === SIDE_TRIP) go();
      else goOrAsk(go);
    },
  };
}

export function GuardedLinks({ children }: { readonly children: ReactNode }) {
  const context = useContext(NavigationContext);
  const guarded = useMemo(
    () => ({ ...context, navigator: guardNavigator(context.navigator, () => window.location.pathname) }),
    [context],
  );
  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}
