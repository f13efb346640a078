/**
 * The target clusters: `ClusterRegistry` has those in the database and the connections of this process to them, and
 * notices changes of other instances. Kubeconfigs are sealed and never returned. `ClusterMonitor` checks clusters
 * periodically, so that requests for their state do not wait for one that does not respond. Also the inventory of a
 * cluster, and scrape targets for metrics.
 */
export { clusterRequestError, isMissingRight } from './cluster-error.ts';
export { ClusterMonitor } from './cluster-monitor.ts';
export { ClusterRegistry, type ClusterRegistryOptions, createClusterRegistry, type Dial } from './cluster-registry.ts';
export { ClusterService, clusterHandlers } from './cluster-service.ts';
export { ClusterUse } from './cluster-use.ts';
export { DiscoveryService, discoveryHandlers } from './discovery/discovery-service.ts';
export { requestCluster } from './inventory/cluster-request.ts';
export { eventTime } from './inventory/event-time.ts';
export { InventoryService, inventoryHandlers } from './inventory/inventory-service.ts';
export { NodeService, nodeHandlers } from './inventory/node-service.ts';
export { ObjectService, objectHandlers } from './inventory/object-service.ts';
export { kubeAccess, kubeVersion } from './kube-version.ts';
