import type { ManagerOptions } from '@kubemin/controller';
import type { KubeClient } from '@kubemin/kube';
import type { UserInfo } from '@kubemin/kubeapi';

const ALL_AUTHENTICATED = 'system:authenticated';

/** The user that the caches of controllers are read as: it may read everything. */
const CONTROLLER_MANAGER: UserInfo = { username: 'system:kube-controller-manager', groups: [ALL_AUTHENTICATED] };

/** Who schedules. */
export const SCHEDULER: UserInfo = { username: 'system:kube-scheduler', groups: [ALL_AUTHENTICATED] };

/** Who puts into a cluster what every cluster of ours has, as its administrator would. */
const INSTALLER: UserInfo = { username: 'system:installer', groups: ['system:masters', ALL_AUTHENTICATED] };

/** Those that are no service accounts in Kubernetes either. */
const USERS: Readonly<Record<string, UserInfo>> = {
  scheduler: SCHEDULER,
  'token-secret-controller': CONTROLLER_MANAGER,
  'storage-class-installer': INSTALLER,
};

/** Service accounts that are not named like their controllers. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  'daemonset-controller': 'daemon-set-controller',
  'endpoints-controller': 'endpoint-controller',
  'garbage-collector': 'generic-garbage-collector',
  'node-lifecycle-controller': 'node-controller',
  'persistentvolume-controller': 'persistent-volume-binder',
  'pod-garbage-controller': 'pod-garbage-collector',
  'stale-disruption-controller': 'disruption-controller',
  'replicationcontroller-controller': 'replication-controller',
  // As for a controller of a cloud: takes away machines that are gone, with what is left of their pods.
  'simulated-nodes': 'node-controller',
  'stray-job-pod-controller': 'job-controller',
  'taint-eviction-controller': 'node-controller',
};

/** Whom a built-in controller writes as: the identity whose role every Kubernetes has from its first start. */
export function controllerUser(controller: string): UserInfo {
  const account = ACCOUNTS[controller] ?? controller;
  return (
    USERS[controller] ?? {
      username: `system:serviceaccount:kube-system:${account}`,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', ALL_AUTHENTICATED],
    }
  );
}

/**
 * The clients of a manager of all controllers: one that may look at everything, and nothing more, fills the caches that
 * all of them share; each writes as itself.
 */
export function controllerClients(
  clientAs: (user: UserInfo) => KubeClient,
): Required<Pick<ManagerOptions, 'client' | 'clientFor'>> {
  return { client: clientAs(CONTROLLER_MANAGER), clientFor: (name) => clientAs(controllerUser(name)) };
}
