import * as z from 'zod';
import { env } from '../runtime/env.ts';
import { callGateway, GatewayUnavailable } from './gateway-api.ts';

const Keys = z.object({
  item: z.array(z.object({ id: z.string(), name: z.string().optional() })).default([]),
  position: z.string().optional(),
});
const Key = z.object({ id: z.string() });

/** The gateway's name of a key. Names need not be unique, but the hash in this one is. */
const nameOf = (hash: string) => `registry-key-${hash}`;

/** A call that has to succeed: what it needs is there, and nothing stands in its way. */
async function callSuccessfully(...call: Parameters<typeof callGateway>): Promise<Record<string, unknown>> {
  const { status, body } = await callGateway(...call);
  if (status >= 300) throw new GatewayUnavailable(`API Gateway answered ${status} to ${call[0]} ${call[1]}`);
  return body;
}

/**
 * Makes the gateway know a key by its hash, in the smallest plan that holds its limit and in no other, whatever earlier
 * tries have left behind. Returns the id the gateway has given it; `knownId` saves looking for it.
 */
export async function putGatewayKey(hash: string, perMinute: number, knownId: string | null): Promise<string> {
  if (knownId !== null && (await moveToPlan(knownId, perMinute))) return knownId;
  const id = await makeKey(hash);
  if (!(await moveToPlan(id, perMinute))) throw new GatewayUnavailable('API Gateway does not find the key it has made');
  return id;
}

/** Makes the gateway forget a key, which takes it out of its plan. */
export async function removeGatewayKey(hash: string, knownId: string | null): Promise<void> {
  const id = knownId ?? (await findKey(hash));
  if (id !== undefined) await callGateway('DELETE', `/apikeys/${id}`);
}

async function makeKey(hash: string): Promise<string> {
  const body = {
    name: nameOf(hash),
    description: 'An API key of the publication registry',
    value: hash,
    enabled: true,
  };
  const { status, body: made } = await callGateway('POST', '/apikeys', { body });
  const id = status === 409 ? await findKey(hash) : Key.parse(made).id;
  if (id === undefined) throw new GatewayUnavailable('API Gateway holds this key under a name that is not ours');
  return id;
}

async function findKey(hash: string): Promise<string | undefined> {
  let position: string | undefined;
  do {
    const query = { name: nameOf(hash), ...(position !== undefined && { position }) };
    const page = Keys.parse(await callSuccessfully('GET', '/apikeys', { query }));
    const found = page.item.find(({ name }) => name === nameOf(hash));
    if (found) return found.id;
    position = page.position;
  } while (position);
  return undefined;
}

/** Puts a key into its plan and no other; false when the gateway does not know the key. */
async function moveToPlan(id: string, perMinute: number): Promise<boolean> {
  const wanted = planFor(perMinute);
  const others = env('USAGE_PLANS').filter((plan) => plan.id !== wanted);
  const add = () => callGateway('POST', `/usageplans/${wanted}/keys`, { body: { keyId: id, keyType: 'API_KEY' } });
  const { status } = await add();
  if (status === 404) return false;
  // A key is in one plan of a stage at most: it is in this one already, or another has to let it go.
  if (status !== 409 || (await callGateway('GET', `/usageplans/${wanted}/keys/${id}`)).status === 200) return true;
  await Promise.all(others.map((plan) => callGateway('DELETE', `/usageplans/${plan.id}/keys/${id}`)));
  const again = await add();
  if (again.status === 409) throw new GatewayUnavailable('API Gateway holds this key in a plan that is not ours');
  return again.status !== 404;
}

/** The id of the smallest plan whose limit is at least this. */
export function planFor(perMinute: number): string {
  const plans = env('USAGE_PLANS').toSorted((one, other) => one.perMinute - other.perMinute);
  const plan = plans.find((each) => each.perMinute >= perMinute);
  if (!plan) throw new Error(`There is no usage plan for ${perMinute} requests a minute`);
  return plan.id;
}
