/**
 * Clusters that applications are delivered to: registration, discovery and inventory.
 */
export { APPLICATION, type ApplicationChange, type ApplicationPlace, ApplicationRows } from './application-rows.ts';
export { ClusterMonitor } from './cluster-monitor.ts';
export { ClusterRegistry, type ClusterRegistryOptions, createClusterRegistry, type Dial } from './cluster-registry.ts';
export { ClusterService, clusterHandlers } from './cluster-service.ts';
export { ClusterUse } from './cluster-use.ts';
export { DiscoveryService, discoveryHandlers } from './discovery/discovery-service.ts';
export { InventoryService, inventoryHandlers } from './inventory/inventory-service.ts';
export { kubeAccess, kubeVersion } from './kube-version.ts';
