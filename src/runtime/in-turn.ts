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
