import * as z from 'zod';
import { describe, type Stacks } from '../cloudformation/template.ts';
import { readJson, writePrivateJson } from '../files/json-files.ts';
import type { Access } from '../iam/access.ts';
import { type Functions, functionArn, functionNameIn } from './functions.ts';

/** The call that CDK's function makes on AWS: it invokes a function in each deployment that changes the id. */
const Invocation = z.object({
  service: z.literal('Lambda'),
  action: z.literal('invoke'),
  parameters: z.strictObject({ FunctionName: z.string() }),
  physicalResourceId: z.object({ id: z.string() }),
});

interface Options {
  functions: Functions;
  access: Pick<Access, 'require'>;
  /** Records the runs. */
  file: string;
  /** Whether nothing has been written yet that a deployment would prepare. */
  isNewTable?: boolean;
}

/**
 * Runs the functions of a deployment if their input has changed since the last start with this file, under the role of
 * CDK's function, and the table is not new. As on AWS, a failure is only logged and does not stop the deployment.
 */
export async function runDeploymentRuns(
  stacks: Stacks,
  { functions, access, file, isNewTable = false }: Options,
): Promise<void> {
  const done = readJson<Record<string, string>>(file) ?? {};
  const now: Record<string, string> = {};
  for (const { declared, properties } of stacks.all('Custom::DeploymentRun')) {
    const call = Invocation.safeParse(JSON.parse(properties.Create));
    if (!call.success) throw new Error(`${describe(declared)}: only calls of functions are supported`);
    const { parameters, physicalResourceId } = call.data;
    const name = parameters.FunctionName;
    now[name] = physicalResourceId.id;
    if (done[name] === now[name]) continue;
    const caller = functionNameIn(properties.ServiceToken);
    access.require(caller, { action: 'lambda:InvokeFunction', resource: functionArn(name) });
    if (!isNewTable) await functions.byName(name).invoke({});
  }
  writePrivateJson(file, now);
}
