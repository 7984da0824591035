/** What the form of a broker holds, and the requests that it becomes. */
import { encodePassword } from '@picket/contracts/client';
import type { BodyOf } from '@picket/contracts/endpoints';
import type { Integration } from './use-integrations.ts';

export type BrokerValues = {
  readonly name: string;
  readonly location: string;
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly discoveryPrefix: string;
};

const USUAL_PREFIX = 'homeassistant';

export const newBroker = (location: string): BrokerValues => ({
  name: '',
  location,
  address: '',
  user: '',
  password: '',
  discoveryPrefix: USUAL_PREFIX,
});

export const valuesOf = ({ name, location, address, user, discoveryPrefix }: Integration): BrokerValues => ({
  name,
  location,
  address,
  user: user ?? '',
  password: '',
  discoveryPrefix: discoveryPrefix === '' ? USUAL_PREFIX : discoveryPrefix,
});

/** The settings of a connection alone: the request of a test. */
export const toBroker = (values: BrokerValues): BodyOf<'POST /integrations/test'> => ({
  address: values.address.trim(),
  ...(values.user.trim() === '' ? {} : { user: values.user.trim() }),
  ...(values.password === '' ? {} : { password: encodePassword(values.password) }),
  discoveryPrefix: values.discoveryPrefix.trim(),
});

/** What is not changed is left out: an address that is sent again is checked again. Without a user there is no password either. */
export function toPatch(before: Integration, values: BrokerValues): BodyOf<'PATCH /integrations/{guid}'> {
  const { address, user, discoveryPrefix, ...rest } = toBroker(values);
  return {
    name: values.name,
    ...(address === before.address ? {} : { address }),
    ...(user === undefined ? { user: null, password: null } : { user, ...rest }),
    ...(discoveryPrefix === before.discoveryPrefix || discoveryPrefix === undefined ? {} : { discoveryPrefix }),
  };
}
