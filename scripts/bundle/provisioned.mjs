// The handler of a function with provisioned concurrency. Lambda sends requests to an environment once this has loaded, so
// its lists are there before.
import bundle from './index.cjs';

await bundle.handler.preloaded;

export const { handler } = bundle;
