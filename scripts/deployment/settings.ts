import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { type Config, readConfig } from '../../lib/config.ts';
import { UsageError } from '../command.ts';

const Settings = z.record(z.string(), z.unknown());

/** The settings as CDK resolves them: the command line alone, or cdk.json with additions from cdk.context.json. */
export function settingsOf(given: string | undefined): Config {
  const [name, json] = given?.split(/=(.*)/s) ?? [];
  if (given !== undefined && name !== 'registry') throw new UsageError('--context must be registry=<JSON>');
  const read = (file: string) => {
    if (!existsSync(file)) return {};
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      throw new Error(`${file} is not valid JSON`);
    }
  };
  try {
    return readConfig(json ?? merge(read('cdk.context.json').registry, read('cdk.json').context?.registry));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Merges two settings objects deeply. The second one wins. */
function merge(first: unknown, second: unknown): unknown {
  const [weak, strong] = [Settings.safeParse(first), Settings.safeParse(second)];
  if (!weak.success || !strong.success) return second ?? first;
  const names = Object.keys({ ...weak.data, ...strong.data });
  return Object.fromEntries(names.map((name) => [name, merge(weak.data[name], strong.data[name])]));
}

/** The region of the deployment: the option, or the setting. */
export function regionOf(config: Config, given: string | undefined): string {
  const region = given ?? config.region;
  if (!region) throw new UsageError('--region or the setting region is missing');
  if (config.region && config.region !== region)
    throw new UsageError(
      `--region is ${region}, the setting region, to which the stacks are deployed, ${config.region}`,
    );
  return region;
}
