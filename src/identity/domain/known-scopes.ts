import * as z from 'zod';

/** Stored scopes without those that only a later release knows, from which one has gone back: nobody has them here. */
export const ofKnown = <Scope extends z.ZodEnum>(scope: Scope) =>
  z.preprocess(
    (stored) => (Array.isArray(stored) ? stored.filter((each) => scope.safeParse(each).success) : stored),
    z.array(scope),
  );
