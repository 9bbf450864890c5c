import * as z from 'zod';

/** A property without effect on a laptop, and why. Its content is not read. */
export const ignored = (reason: string) =>
  z
    .unknown()
    .describe(reason)
    .transform(() => undefined)
    .optional();

/** The properties of a resource type without effect on a laptop, and why. */
export const unplayed = (reason: string, ...names: string[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, ignored(reason)])));

export const texts = () => z.array(z.string());
export const textByName = () => z.record(z.string(), z.string());
/** CloudFormation accepts statuses as numbers or text. */
export const status = () => z.union([z.string(), z.number()]);

/** Reasons shared by many properties. */
export const because = {
  forPeople: 'only people read it',
  bill: 'tags are for bills and for policies on accounts',
  noTls: 'a laptop has no TLS',
  atRest: 'the files of a laptop are as safe as its disk',
  permission: 'only what is in the roles of functions and of the gateway is checked',
  oneMachine: 'everything is on one machine',
} as const;
