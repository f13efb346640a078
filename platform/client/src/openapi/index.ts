/**
 * The OpenAPI 3.1 description of the contract. `describeApi` derives all of it from `routes`; only the JSON Schema of
 * application documents is passed in, since this package does not know the registry of the model. Pure.
 */
export { type ApiDescription, type ApiDescriptionOptions, describeApi } from './api-description.ts';
export { routeErrors } from './operation-description.ts';
