interface InvokeStore {
  getXRayTraceId(): string | undefined;
}

/**
 * Stands in for the library with which the SDK finds the trace of an invocation. The runtime of Lambda has one itself
 * and says where; without it the SDK takes the trace from the environment. A second one would only be loaded.
 */
export const InvokeStore = {
  getInstanceAsync: async (): Promise<InvokeStore | undefined> =>
    (globalThis as { awslambda?: { InvokeStore?: InvokeStore } }).awslambda?.InvokeStore,
};
