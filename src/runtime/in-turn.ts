/** The last call of each name that has not ended. */
const last = new Map<string, Promise<unknown>>();

/**
 * Calls functions of the same name one after the other within this process, in the order of the calls. For writes of the
 * same record, which would otherwise repeat each other's work until they give up.
 */
export function inTurn<T>(name: string, call: () => Promise<T>): Promise<T> {
  const before = last.get(name) ?? Promise.resolve();
  // Whatever became of the one before.
  const turn = before.then(call, call);
  last.set(name, turn);
  const end = () => {
    if (last.get(name) === turn) last.delete(name);
  };
  turn.then(end, end);
  return turn;
}
