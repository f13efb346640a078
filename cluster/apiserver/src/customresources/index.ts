/**
 * Custom resources: `CustomResources` validates definitions and serves the resources that they define, with schemas,
 * defaults, pruning, printer columns, scale and apply. A resource is served when the write of its definition is
 * acknowledged, and after a restart before the first request. Versions are converted by their apiVersion alone, or by
 * the webhook of the definition. CEL rules (`x-kubernetes-validations`) are stored but not evaluated.
 */
export { CustomResources } from './custom-resources.ts';
