/** /admin/users: users, their permissions and pending invitations. */

import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { describePermissions } from '@picket/domain/permissions';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLocationNames } from '../../features/users/use-location-names.ts';
import { UserState } from '../../features/users/user-state.tsx';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';
import { usePages } from '../../lib/use-pages.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Users() {
  useTitle('Users');
  const now = useNow();
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const { nameOf } = useLocationNames();
  const pages = usePages('GET /users', { query: { limit: 50, ...(query === '' ? {} : { search: query }) } });
  return (
    <div className="stack">
      <div className="row">
        <h1>Users</h1>
        <span className="grow" />
        <TextInput
          className="search"
          aria-label="Search users"
          placeholder="Search users"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button component={Link} to="/admin/create-user">
          Invite user
        </Button>
      </div>
      {pages.error && (
        <Problem
          title="The users could not be loaded"
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {!pages.items && !pages.error && <div className="skeleton" style={{ height: 240 }} aria-hidden="true" />}
      {pages.items?.length === 0 && <p className="muted">No user matches “{query}”.</p>}
      {pages.items && pages.items.length > 0 && (
        <ul className="card list">
          {pages.items.map((user) => (
            <li key={user.guid}>
              <div className="main">
                <Link to={`/admin/users/${user.guid}`}>{user.displayName ?? user.email}</Link>
                {user.displayName !== undefined && <span className="small muted">{user.email}</span>}
                <span className="small">{describePermissions(user.permissions, nameOf).join(' ')}</span>
              </div>
              <div className="side">
                {user.mfa && <span className="tag good">Second factor</span>}
                <UserState user={user} now={now} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
      {pages.items?.length === 1 && query === '' && (
        <section className="card empty">
          <h2>You are the only user</h2>
          <p className="muted">
            Invite the people who look after your locations. Each gets a role everywhere or at single locations.
          </p>
        </section>
      )}
    </div>
  );
}
