import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startCloud as StartCloud } from '../../local/cloud.ts';
import type { Invocation } from '../../local/lambda/functions.ts';

// Runs the laptop cloud of a checkout, its current folder, in a process of its own: with as many synthetic publications
// as its argument says, or with the sample. Tells its parent where it is and what is invoked, and ends when the parent does.

const [content = '0'] = process.argv.slice(2);
const { startCloud } = (await import(pathToFileURL(join(process.cwd(), 'local/cloud.ts')).href)) as {
  startCloud: typeof StartCloud;
};
const invoked = ({ environment, variables, timeoutMs, event }: Invocation) => {
  const { folder, handler, functionName, memoryMb } = environment;
  process.send?.({
    invocation: { environment: { folder, handler, functionName, memoryMb }, variables, timeoutMs, event },
  });
};
const starting = startCloud({
  sourcesDir: join(process.cwd(), 'local/sample'),
  dataDir: undefined,
  port: 0,
  seed: content === 'sample' ? { kind: 'sample' } : { kind: 'synthetic', count: Number(content) },
  verbose: false,
  faults: [],
  tableRolesUnchecked: true,
  // Starting a function takes longer than most of its calls.
  mostIdle: 48,
  invoked,
});
process.once('disconnect', async () => {
  await starting.then(({ stop }) => stop()).catch(() => undefined);
  process.exit();
});
const cloud = await starting;
process.on('message', async (schedule: string) => {
  await cloud.runSchedule(schedule);
  process.send?.({ ran: schedule });
});
process.send?.({ dashboardUrl: cloud.dashboardUrl, password: cloud.stack.sign_in_password, stack: cloud.stack });
