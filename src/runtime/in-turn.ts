import { AsyncLocalStorage } from 'node:async_hooks';

/** The last call of each name that has not ended, by scope. */
const scopes = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Calls functions of the same name one after the other. For writes of the same record, which would otherwise repeat
 * each other's work until they give up. `scope` is unique to each invocation, such as its signal, so that a call that
 * never ends does not hold up later invocations.
 */
export function inTurn<T>(scope: object, name: string, call: () => Promise<T>): Promise<T> {
  const last = scopes.get(scope) ?? new Map<string, Promise<unknown>>();
  scopes.set(scope, last);
  const before = last.get(name) ?? Promise.resolve();
  // Runs even if the previous call failed.
  const turn = before.then(call, call);
  last.set(name, turn);
  return turn;
}

/** The questions to be asked next in a scope, by the function that asks. */
type Gathering = Map<unknown, { questions: unknown[]; ask: unknown; answer: Promise<unknown> }>;

const gatherings = new WeakMap<object, Gathering>();
const current = new AsyncLocalStorage<Gathering>();

/**
 * Runs a task whose questions are `gathered` with all that it, and others of the same scope, ask at the same moment. The
 * scope is unique to each invocation.
 */
export function gathering<T>(scope: object, run: () => T): T {
  const own: Gathering = gatherings.get(scope) ?? new Map();
  gatherings.set(scope, own);
  return current.run(own, run);
}

/** Asks in one call with others, so the answer is about all of their questions; outside `gathering`, alone. */
export function gathered<Q, A>(
  questions: readonly Q[],
  ask: (all: readonly Q[]) => Promise<A>,
  askAlone = ask,
): Promise<A> {
  const own = current.getStore();
  if (!own || questions.length === 0) return askAlone(questions);
  const next = own.get(ask);
  const answer = next?.answer ?? answerTo(own, ask);
  own.set(ask, { questions: [...(next?.questions ?? []), ...questions], ask: next ? ask : askAlone, answer });
  return answer as Promise<A>;
}

/** Asks when everything that runs now has added its questions. */
async function answerTo<Q, A>(own: Gathering, name: (all: readonly Q[]) => Promise<A>): Promise<A> {
  await undefined;
  const { questions, ask } = own.get(name) as { questions: Q[]; ask: typeof name };
  own.delete(name);
  return ask(questions);
}
