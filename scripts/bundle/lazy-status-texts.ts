/**
 * Stands in for `node:http` where only its names of statuses are wanted, for errors: functions without a client need not
 * load it and what comes with it.
 */
export const STATUS_CODES = new Proxy<Record<string, string | undefined>>(
  {},
  { get: (_, status) => process.getBuiltinModule('node:http').STATUS_CODES[String(status)] },
);
