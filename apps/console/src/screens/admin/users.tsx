/** /admin/users: users, their permissions and pending invitations. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { useUsers } from '../../features/users/use-users.ts';
import { UserList } from '../../features/users/user-list.tsx';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';
import { useText } from '../../lib/texts.ts';
import styles from './users.module.css';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Users() {
  const t = useText();
  useTitle(t('shell.page.users'));
  const now = useNow();
  const [search, setSearch] = useState('');
  const [query] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const pages = useUsers(query);
  return (
    <div className="stack">
      <div className="row">
        <h1>{t('shell.page.users')}</h1>
        <span className="grow" />
        <TextInput
          className={styles.search}
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button component={Link} to="/admin/create-user">
          {t('shell.page.inviteUser')}
        </Button>
      </div>
      {pages.error && (
        <Problem title={t('users.loadProblem')} text={problemText(pages.error)} onRetry={() => void pages.reload()} />
      )}
      {!pages.items && !pages.error && <div className="skeleton" style={{ height: 240 }} aria-hidden="true" />}
      {pages.items?.length === 0 && <p className="muted">{t('users.noMatch', { query })}</p>}
      {pages.items && pages.items.length > 0 && <UserList users={pages.items} now={now} />}
      <ShowMore pages={pages} />
      {pages.items?.length === 1 && query === '' && <OnlyUser />}
    </div>
  );
}

function OnlyUser() {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('users.alone.title')}</h2>
      <p className="muted">{t('users.alone.text')}</p>
    </section>
  );
}
