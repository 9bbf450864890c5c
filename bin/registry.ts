import { App } from 'aws-cdk-lib';
import { builtPages, bundledCode, laterCode, laterPages } from '../lib/bundles.ts';
import { type Config, readConfig } from '../lib/config.ts';
import { loadAuthorizers, loadJobs, loadPoolTriggers, loadRoutes } from '../lib/load-declarations.ts';
import { addRegistry } from '../lib/registry.ts';

const app = new App({
  outdir: process.env.CDK_OUTDIR ?? 'cdk.out',
  analyticsReporting: false,
  // Only the AWS console's view of constructs reads it.
  treeMetadata: process.env.CDK_TREE !== 'false',
});
const config = settings(app.node.tryGetContext('registry'));
const [routes, jobs, authorizers, triggers] = await Promise.all([
  loadRoutes(),
  loadJobs(),
  loadAuthorizers(),
  loadPoolTriggers(),
]);
addRegistry(app, {
  config,
  routes,
  jobs,
  authorizers,
  triggers,
  // The laptop's templates do not wait for what they name.
  ...(app.node.tryGetContext('builtLater')
    ? { code: laterCode, pages: laterPages }
    : { code: bundledCode, pages: builtPages() }),
});
app.synth();

/** A wrong setting is the operator's, for whom the lines of the program say nothing. */
function settings(given: unknown): Config {
  try {
    return readConfig(given);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
