/**
 * Functions and their workflows in target clusters, for REST clients. Everything goes through the Kubernetes API of the
 * cluster, by the custom resources of KubeMin's functions; only calls go to their gateway, whose address is an option.
 */
export { FunctionService, functionHandlers } from './function-service.ts';
