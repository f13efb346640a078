/**
 * Endpoints of services, namespaces, nodes, service accounts, certificates and garbage collection.
 */
export { certificateController } from './certificates/certificate-controller.ts';
export { endpointMirrorController } from './endpoints/endpoint-mirror-controller.ts';
export { endpointSliceController } from './endpoints/endpoint-slice-controller.ts';
export { endpointsController } from './endpoints/endpoints-controller.ts';
export { garbageCollector } from './garbage/garbage-collector.ts';
export { namespaceController } from './namespace/namespace-controller.ts';
export { nodeLifecycleController } from './node-lifecycle/node-lifecycle-controller.ts';
export { NODE_LIFECYCLE_TIMES, type NodeLifecycleTimes } from './node-lifecycle/node-lifecycle-times.ts';
export { taintEvictionController } from './node-lifecycle/taint-eviction-controller.ts';
export { tokenSecretController } from './serviceaccount/token-secret-controller.ts';
