import { type Message, verbatim } from '@kubemin/base/message';
import { type ClusterCheck, PlatformError } from '@kubemin/client';
import { createKubeClient, httpTransport } from '@kubemin/kube';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { allApplications, type Connection, platformCluster } from '../../connection/index.ts';
import { doctorMessages } from '../../messages/index.ts';
import { sentMessage } from '../../terminal/index.ts';
import type { Check, CheckContext } from '../check.ts';

/** Whether the target clusters respond to the platform. */
export const clustersCheck: Check = {
  name: 'clusters',
  title: doctorMessages.clusters,
  needs: 'platform',
  run: async ({ connection }) => {
    const { client } = connection;
    const { clusters } = await client.listClusters();
    try {
      const checked = await Promise.all(clusters.map(({ name }) => client.checkCluster(name)));
      const down = checked.filter(({ reachable }) => !reachable);
      const [first] = down;
      const place = deliveryPlace(connection);
      const names = checked
        .map(({ name, version }) => [name, version, name === DEFAULT_CLUSTER ? place : ''].filter(Boolean).join(' '))
        .join(', ');
      if (first === undefined) return { outcome: 'pass', found: doctorMessages.clustersUp({ names }) };
      return {
        outcome: 'fail',
        found: doctorMessages.clustersDown({
          reasons: down.map((each) => aboutName(each.name, sentMessage(each, 'message', each.message))),
        }),
        fix: doctorMessages.checkCluster({ name: first.name }),
      };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 403) throw error;
      return { outcome: 'skip', found: doctorMessages.notAllowed };
    }
  },
};

/** Whether what isolates projects has an effect: without bound projects, nothing is isolated. */
export const policiesCheck: Check = {
  name: 'policies',
  title: doctorMessages.policies,
  needs: 'platform',
  run: async ({ connection: { client } }) => {
    const { projects } = await client.listProjects();
    if (!projects.some(({ bound }) => bound)) return { outcome: 'skip', found: doctorMessages.nothingIsolated };
    const { clusters } = await client.listClusters();
    try {
      const checked = await Promise.all(clusters.map(({ name }) => client.checkCluster(name)));
      const reachable = checked.filter(({ policies }) => policies !== undefined);
      const reasons = reachable.flatMap(ignoredPolicies);
      const names = reachable.map(({ name }) => name).join(', ');
      if (reasons.length === 0) {
        return { outcome: 'pass', found: doctorMessages.policiesEnforced({ clusters: names }) };
      }
      const found = doctorMessages.policiesIgnored({ reasons });
      return { outcome: 'warn', found, fix: doctorMessages.installPolicies };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 403) throw error;
      return { outcome: 'skip', found: doctorMessages.notAllowed };
    }
  },
};

function ignoredPolicies({ name, policies }: ClusterCheck): readonly Message[] {
  const podSecurity = {
    enforced: [],
    notEnforced: [doctorMessages.podSecurityIgnored({ cluster: name })],
    unknown: [doctorMessages.podSecurityUnknown({ cluster: name })],
  };
  const networkPolicy = {
    enforced: [],
    notEnforced: [doctorMessages.networkPolicyIgnored({ cluster: name })],
    unknown: [doctorMessages.networkPolicyUnknown({ cluster: name })],
  };
  if (policies === undefined) return [];
  return [...podSecurity[policies.podSecurity], ...networkPolicy[policies.networkPolicy]];
}

function aboutName(name: string, reason: Message): Message {
  return doctorMessages.aboutName({ name, reason });
}

/** Where documents go that name no cluster. */
function deliveryPlace({ endpoints }: Connection): string {
  const { kubernetes, context } = endpoints ?? {};
  if (kubernetes === undefined) return '';
  return context === undefined ? `(${kubernetes})` : `(${context}, ${kubernetes})`;
}

/** Which objects to look at. */
interface ObjectsWanted {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What checks need to know of an object. */
interface FoundObject {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Objects of the cluster whose kubeconfig lies on this machine; undefined where none does. */
async function clusterObjects(
  { connection, context }: CheckContext,
  { apiVersion, kind }: ObjectsWanted,
): Promise<readonly FoundObject[] | undefined> {
  const access = connection?.endpoints && platformCluster(context, connection.endpoints);
  if (access === undefined) return undefined;
  const transport = httpTransport(access);
  try {
    const client = createKubeClient(transport.handler);
    const type = client.findBuiltInType({ apiVersion, kind });
    if (type === undefined) return undefined;
    const { items } = await client.resource(type).list();
    return items.map(({ metadata }) => ({ name: metadata?.name ?? '', annotations: metadata?.annotations ?? {} }));
  } finally {
    transport.close();
  }
}

/** Whether something serves what the ingress trait asks for. */
export const ingressClassCheck: Check = {
  name: 'ingress-class',
  title: doctorMessages.ingressClass,
  needs: 'platform',
  run: async (patient) => {
    const classes = await clusterObjects(patient, { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass' });
    if (classes === undefined) return { outcome: 'skip', found: doctorMessages.noKubeconfig };
    const names = classes.map(({ name }) => name).join(', ');
    if (classes.length > 0) return { outcome: 'pass', found: verbatim(names) };
    return {
      outcome: 'warn',
      found: doctorMessages.noIngress,
      fix: doctorMessages.installIngress,
    };
  },
};

/** What the routes of the gateway trait become, by cluster. */
export const gatewayCheck: Check = {
  name: 'gateway',
  title: doctorMessages.gateway,
  needs: 'platform',
  run: async ({ connection }) => {
    const { clusters } = await connection.client.listClusters();
    const choices = clusters.flatMap((cluster) =>
      cluster.gateway === undefined ? [] : [aboutName(cluster.name, sentMessage(cluster, 'gateway', cluster.gateway))],
    );
    if (choices.length === 0) return { outcome: 'skip', found: doctorMessages.noGateway };
    return { outcome: 'pass', found: doctorMessages.gateways({ choices }) };
  },
};

const DEFAULT = 'storageclass.kubernetes.io/is-default-class';

/** Whether claims that name no class get a volume. */
export const storageClassCheck: Check = {
  name: 'storage-class',
  title: doctorMessages.storageClass,
  needs: 'platform',
  run: async (patient) => {
    const classes = await clusterObjects(patient, { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' });
    if (classes === undefined) return { outcome: 'skip', found: doctorMessages.noKubeconfig };
    const standard = classes.find(({ annotations }) => annotations[DEFAULT] === 'true');
    if (standard !== undefined) {
      return { outcome: 'pass', found: doctorMessages.defaultIs({ name: standard.name }) };
    }
    return {
      outcome: 'warn',
      found: doctorMessages.noDefaultStorage,
      fix: doctorMessages.nameStorage,
    };
  },
};

/** Whether all applications run as they should. */
export const applicationsCheck: Check = {
  name: 'applications',
  title: doctorMessages.applications,
  needs: 'platform',
  run: async ({ connection }) => {
    const applications = await allApplications(connection.client);
    const degraded = applications.filter(({ health }) => health.phase === 'Degraded');
    const [first] = degraded;
    if (first === undefined) {
      return { outcome: 'pass', found: doctorMessages.noneDegraded({ count: applications.length }) };
    }
    const reasons = degraded.map(({ name, health }) =>
      aboutName(name, sentMessage(health, 'reason', health.reason ?? '')),
    );
    return {
      outcome: 'warn',
      found: doctorMessages.degraded({ reasons }),
      fix: doctorMessages.seeDegraded({ name: first.name }),
    };
  },
};
