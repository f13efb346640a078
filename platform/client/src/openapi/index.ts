/**
 * The OpenAPI description of the contract.
 */
export { type ApiDescription, type ApiDescriptionOptions, describeApi } from './api-description.ts';
export { routeErrors } from './operation-description.ts';
