/**
 * Custom resource definitions: schema, rules (CEL), defaults, conversion and serving.
 */
export { CustomResources } from './custom-resources.ts';
