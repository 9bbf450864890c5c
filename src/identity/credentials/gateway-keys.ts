import * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import { gatewayKeyTag } from '../domain/api-key.ts';
import { callGateway, GatewayUnavailable } from './gateway-api.ts';

const Keys = z.object({
  item: z.array(z.object({ id: z.string(), name: z.string().optional() })).default([]),
  position: z.string().optional(),
});
const Key = z.object({ id: z.string() });

/** The name of a key in API Gateway. Names there need not be unique; the hash makes this one unique. */
const nameOf = (hash: string) => `registry-key-${hash}`;

/** Like `callGateway`, but throws for 404 and 409 too. */
async function callSuccessfully(...call: Parameters<typeof callGateway>): Promise<Record<string, unknown>> {
  const { status, body } = await callGateway(...call);
  if (status >= 300) throw new GatewayUnavailable(`API Gateway answered ${status} to ${call[0]} ${call[1]}`);
  return body;
}

/**
 * Creates a key in API Gateway with its hash as the value, or finds it, and moves it to the smallest usage plan that
 * allows its limit. Idempotent. Returns the id in API Gateway; `knownId` saves the look-up.
 */
export async function putGatewayKey(hash: string, perMinute: number, knownId: string | null): Promise<string> {
  if (knownId !== null && (await moveToPlan(knownId, perMinute))) return knownId;
  const id = await makeKey(hash);
  if (!(await moveToPlan(id, perMinute)))
    throw new GatewayUnavailable('API Gateway does not find the key it has created');
  return id;
}

/** Deletes a key from API Gateway, which also removes it from its usage plan. */
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
    tags: { [gatewayKeyTag]: env('GATEWAY_KEY_OWNER') },
  };
  const { status, body: created } = await callGateway('POST', '/apikeys', { body });
  const id = status === 409 ? await findKey(hash) : Key.parse(created).id;
  if (id === undefined) throw new GatewayUnavailable('API Gateway has this key under an unknown name');
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

/** Moves a key to the plan for its limit. Returns false if API Gateway does not know the key. */
async function moveToPlan(id: string, perMinute: number): Promise<boolean> {
  const wanted = planFor(perMinute);
  const otherPlans = env('USAGE_PLANS').filter((plan) => plan.id !== wanted);
  const add = () => callGateway('POST', `/usageplans/${wanted}/keys`, { body: { keyId: id, keyType: 'API_KEY' } });
  const { status } = await add();
  if (status === 404) return false;
  // A key can be in one plan per stage. On 409 it is in this one already, or must be removed from another.
  if (status !== 409 || (await callGateway('GET', `/usageplans/${wanted}/keys/${id}`)).status === 200) return true;
  await Promise.all(otherPlans.map((plan) => callGateway('DELETE', `/usageplans/${plan.id}/keys/${id}`)));
  const again = await add();
  if (again.status === 409) throw new GatewayUnavailable('API Gateway has this key in an unknown usage plan');
  return again.status !== 404;
}

/** The id of the smallest usage plan that allows this limit. */
export function planFor(perMinute: number): string {
  const plans = env('USAGE_PLANS').toSorted((one, other) => one.perMinute - other.perMinute);
  const plan = plans.find((each) => each.perMinute >= perMinute);
  if (!plan) throw new Error(`There is no usage plan for ${perMinute} requests a minute`);
  return plan.id;
}
