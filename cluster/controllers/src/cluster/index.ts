/**
 * Controllers of everything around workloads: EndpointSlices and Endpoints, namespaces, nodes (silent ones are tainted
 * and their pods evicted), token Secrets, certificate requests and garbage collection. Each export is an independent
 * `ControllerModule`. `certificateController` needs a `CertificateAuthority`; it approves what nodes may always have
 * and signs what was approved.
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
