/** /location/create: a name, a time zone, and where it is. */
import { Button, TextInput } from '@mantine/core';
import { isTimezone, validateName } from '@picket/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, fieldProblem, problemText, refresh, useApi } from '../lib/api.ts';
import { viewerTimezone } from '../lib/format.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { useTitle } from '../ui/use-title.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

export default function CreateLocation() {
  useTitle('Add location');
  const navigate = useNavigate();
  const known = useApi('GET /locations', { query: { limit: 500 } });
  const [name, setName] = useState('');
  const [timezone, setTimezone] = useState(viewerTimezone());
  const [address, setAddress] = useState('');
  const { busy, problem, submit, forget } = useSubmit(async () => {
    const made = await api('POST /locations', { body: { name, timezone, ...(address === '' ? {} : { address }) } });
    await refresh('GET /views/locations');
    navigate(`/locations/${made.guid}`, { replace: true });
  });

  const checked = validateName(name, known.data?.items.map((location) => location.name) ?? []);
  // Nothing is wrong before something was typed.
  const nameProblem = name !== '' && !checked.ok ? checked.message : fieldProblem(problem, 'name');

  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h1>Add location</h1>
      <p className="muted">A room or a site. Its sentries report in its own local time.</p>
      <TextInput
        label="Name"
        placeholder="Zurich, server room 2"
        value={name}
        error={nameProblem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          forget();
        }}
        required
        autoFocus
        data-autofocus
      />
      <TextInput
        label="Time zone"
        list="timezones"
        value={timezone}
        error={timezone !== '' && !isTimezone(timezone) ? 'invalid timezone' : fieldProblem(problem, 'timezone')}
        onChange={(event) => setTimezone(event.currentTarget.value)}
        required
      />
      <datalist id="timezones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextInput
        label="Address"
        description="Optional; shown on the location’s page."
        maxLength={512}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      {problem !== null && fieldProblem(problem, 'name') === undefined && (
        <p role="alert" className="problem-text">
          {problemText(problem)} Nothing was lost; try again.
        </p>
      )}
      <div className="row">
        <Button type="submit" loading={busy} disabled={!checked.ok || !isTimezone(timezone)}>
          Add location
        </Button>
        <Button variant="default" onClick={() => navigate('/locations')}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
