import type { NutSettings } from '@picket/contracts/connected-settings';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { type ListedUps, readUpsList, readVariables } from '@picket/devices/nut-protocol';
import type { SourceNetwork } from '../source-network.ts';
import { NutClient, NutProblem } from './nut-client.ts';

type SourceTest = ResponseOf<'POST /integrations/test'>;

const MAX_UPSES = 10;
const STATUS = 'ups.status';

/** Connects once and asks for the UPSes and the status of each. */
export async function checkNut(settings: NutSettings, network: SourceNetwork): Promise<SourceTest> {
  let client: NutClient | null = null;
  try {
    client = await NutClient.open(settings, network, new AbortController().signal);
    const upses: NonNullable<SourceTest['upses']> = [];
    for (const ups of readUpsList(await client.rowsOf('LIST UPS')).upses.slice(0, MAX_UPSES))
      upses.push(await checkedUps(client, ups));
    return { connected: true, topics: [], upses };
  } catch (error) {
    if (!(error instanceof NutProblem)) throw error;
    return { connected: false, problem: error.problem, topics: [] };
  } finally {
    client?.close();
  }
}

async function checkedUps(client: NutClient, { name, description }: ListedUps) {
  const reply = await client.ask(`GET VAR ${name} ${STATUS}`);
  const status = reply.kind === 'rows' ? readVariables(reply.rows, name).get(STATUS) : undefined;
  return { name, ...(description === '' ? {} : { description }), ...(status === undefined ? {} : { status }) };
}
