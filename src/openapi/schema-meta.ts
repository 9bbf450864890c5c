/**
 * What a schema can say about itself beyond zod's own `description`, `examples`, `deprecated` and `id`, with `.meta()` on
 * its outermost form. A query value arrives as a string and is parsed into something else; clients should see the latter:
 *
 *     z.string().regex(/^\d+$/).transform(Number).default(1).meta({
 *       openapi: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
 *       declaredRequired: true,
 *     })
 */
declare module 'zod' {
  interface GlobalMeta {
    /** The JSON Schema the document shows in place of what zod derives; description and examples stay as they are. */
    openapi?: Record<string, unknown>;
    /**
     * The document says `required: true` although the server fills in the default when the parameter is absent. Needs a
     * `default`, from the schema or from `openapi`.
     */
    declaredRequired?: boolean;
  }
}

export {};
