import type { Navigator, To } from 'react-router';
import { expect, test } from 'vitest';
import { markUnsaved, SIDE_TRIP } from '../lib/unsaved-changes.ts';
import { guardNavigator } from './guarded-links.tsx';

/** A router on a page, what it was sent to, and the questions of a form there. */
function routerAt(pathname: string) {
  const went: To[] = [];
  const asked: (() => void)[] = [];
  const go = (to: To): void => void went.push(to);
  const plain: Navigator = { createHref: String, go: () => {}, push: go, replace: go };
  return {
    went,
    asked,
    navigator: guardNavigator(plain, () => pathname),
    ask: (leave: () => void) => void asked.push(leave),
  };
}

test('another page is opened at once where no form has unsaved changes', () => {
  const { navigator, went } = routerAt('/profile');
  navigator.push('/locations');
  expect(went).toEqual(['/locations']);
});

test('a form with unsaved changes asks first, and is left once that is agreed to', () => {
  const { navigator, went, asked, ask } = routerAt('/profile');
  const unmark = markUnsaved({ ask, onPop: () => {} });
  navigator.push({ pathname: '/locations', search: '', hash: '' });
  expect(went).toEqual([]);
  expect(asked).toHaveLength(1);
  asked[0]?.();
  expect(went).toEqual([{ pathname: '/locations', search: '', hash: '' }]);
  unmark();
  navigator.push('/admin');
  expect(went).toHaveLength(2);
  expect(asked).toHaveLength(1);
});

test('nothing is asked of another query of the same page, nor of what replaces it, as saving does', () => {
  const { navigator, went, asked, ask } = routerAt('/profile');
  const unmark = markUnsaved({ ask, onPop: () => {} });
  navigator.push('/profile?tab=tokens');
  navigator.push('#sessions');
  navigator.replace('/locations');
  expect(went).toEqual(['/profile?tab=tokens', '#sessions', '/locations']);
  expect(asked).toEqual([]);
  unmark();
});

test('nothing is asked by a link to what the form needs, which keeps its draft meanwhile', () => {
  const { navigator, went, asked, ask } = routerAt('/admin/integrations');
  const unmark = markUnsaved({ ask, onPop: () => {} });
  navigator.push('/admin/tenants/t/outbound', SIDE_TRIP);
  expect(went).toEqual(['/admin/tenants/t/outbound']);
  expect(asked).toEqual([]);
  unmark();
});

test('two forms on a page ask one question', () => {
  const { navigator, asked, ask } = routerAt('/profile');
  const unmarks = [markUnsaved({ ask, onPop: () => {} }), markUnsaved({ ask, onPop: () => {} })];
  navigator.push('/locations');
  expect(asked).toHaveLength(1);
  for (const unmark of unmarks) unmark();
});
