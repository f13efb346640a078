import * as z from 'zod';

/** A document in the format OpenAPI 3.1. */
export const openApiSchema = z.record(z.string(), z.unknown());
export type OpenApi = z.output<typeof openApiSchema>;
