/**
 * Additional `.meta()` fields of a schema, set on its outermost form. They document the parsed type of a query value
 * that arrives as a string:
 *
 *     z.string().regex(/^\d+$/).transform(Number).default(1).meta({
 *       openapi: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
 *       declaredRequired: true,
 *     })
 */
declare module 'zod' {
  interface GlobalMeta {
    /** Replaces zod's JSON Schema in the document. Description and examples stay. */
    openapi?: Record<string, unknown>;
    /** Declares the parameter required although it has a default, which the schema or `openapi` must give. */
    declaredRequired?: boolean;
  }
}

export {};
