/** One row of the tables of routes: a path that needs a session, who may open it, its place in the navigation, its page. */
import type { Loadable } from '../lib/loadable.tsx';
import type { Catalogs } from '../locales/english.ts';

type RouteAccess = 'signed-in' | 'admin' | 'admin-tenant' | 'metrics' | 'location-admin' | 'demo';

/** `shell.page.…` in the catalogs. */
type PageName = keyof Catalogs['shell'] extends infer Key ? (Key extends `page.${infer Name}` ? Name : never) : never;

export interface ConsoleRoute {
  readonly path: string;
  readonly access: RouteAccess;
  /** The name of the page: in menus, in the search, on the back button of the next page. */
  readonly label: PageName;
  readonly page: Loadable<object>;
  /** Shown in the top bar, sorted by this number. */
  readonly nav?: number;
  /** Shows the logo instead of a back button. */
  readonly home?: boolean;
}
