/** /locations: what needs somebody now, then everything. */
import { Button, TextInput } from '@mantine/core';
import { isAdmin, isLocationAdmin, nameKey } from '@picket/domain';
import { useState } from 'react';
import { Link } from 'react-router';
import { AlertStrip } from '../features/alerts/alert-strip.tsx';
import { alertTitle } from '../features/alerts/alert-text.ts';
import { useOpenAlerts } from '../features/alerts/use-open-alerts.ts';
import { LocationCard } from '../features/locations/location-card.tsx';
import '../features/locations/locations.css';
import { useProfile } from '../features/session/use-session.ts';
import { problemText, useApi } from '../lib/api.ts';
import { Problem } from '../ui/problem.tsx';
import { useTitle } from '../ui/use-title.ts';

export default function Locations() {
  const profile = useProfile();
  const { useCelsius } = profile.preferences;
  const mayAdd = isAdmin(profile.permissions);
  const cards = useApi('GET /views/locations', {}, { refreshInterval: 60_000 });
  const { alerts, hot } = useOpenAlerts();
  const [search, setSearch] = useState('');
  useTitle('Locations', alerts.length);

  const items = cards.data?.items ?? [];
  const wanted = nameKey(search);
  const shown = items.filter(({ name }) => nameKey(name).includes(wanted));
  const total = items.reduce((sum, { sentries }) => sum + sentries.total, 0);
  const inContact = items.reduce((sum, { sentries }) => sum + sentries.inContact, 0);
  const openAt = (guid: string): string[] =>
    alerts
      .filter(({ location }) => location?.guid === guid)
      .sort((a, b) => b.severity - a.severity)
      .map((alert) => `${alert.sentry ? `${alert.sentry.name}: ` : ''}${alertTitle(alert)}`);

  return (
    <>
      <div className="row">
        <h1>Locations</h1>
        {cards.data && (
          <span className="muted num">
            {items.length} {items.length === 1 ? 'site' : 'sites'} · {inContact} of {total}{' '}
            {total === 1 ? 'sentry' : 'sentries'} in contact
          </span>
        )}
        <span className="grow" />
        {items.length > 6 && (
          <TextInput
            className="search"
            aria-label="Find a location"
            placeholder="Find a location"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {mayAdd && items.length > 0 && (
          <Button component={Link} to="/location/create">
            Add location
          </Button>
        )}
      </div>
      <AlertStrip alerts={alerts} useCelsius={useCelsius} />
      {cards.error && (
        <Problem
          title="The locations could not be loaded"
          text={problemText(cards.error)}
          onRetry={() => void cards.mutate()}
        />
      )}
      {!cards.data && !cards.error && <CardSkeletons />}
      {cards.data && items.length === 0 && (
        <section className="card empty">
          <h2>Nothing is watched yet</h2>
          <p className="muted">A location is a room or a site. Add the first one, then the sentries that watch it.</p>
          {mayAdd ? (
            <Button component={Link} to="/location/create">
              Add your first location
            </Button>
          ) : (
            <p className="muted">Ask an administrator to give you access to a location.</p>
          )}
        </section>
      )}
      {items.length > 0 && shown.length === 0 && <p className="muted">No location is called “{search}”.</p>}
      <div className="location-grid">
        {shown.map((card) => (
          <LocationCard
            key={card.guid}
            card={card}
            useCelsius={useCelsius}
            open={openAt(card.guid)}
            hot={hot}
            mayAdd={isLocationAdmin(profile.permissions, card.guid)}
          />
        ))}
      </div>
    </>
  );
}

function CardSkeletons() {
  return (
    <div className="location-grid" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={`skeleton-${index.toString()}`} className="skeleton" style={{ height: 240 }} />
      ))}
    </div>
  );
}
