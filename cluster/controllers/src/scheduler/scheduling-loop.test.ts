import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, startTestCluster, startTestControllers } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { ClusterEvent } from './cluster-event.ts';
import type { ClusterView } from './cluster-view.ts';
import { defaultProfile, FILTERS } from './default-profile.ts';
import { podDemand } from './demand.ts';
import { mayHelp } from './scheduling-loop.ts';
import { ChangingCluster } from './test-support/changing-cluster.ts';
import { type ClusterStep, clusterSteps } from './test-support/cluster-step.ts';
import {
  apart,
  claimingDevice,
  mountingData,
  near,
  place,
  pod,
  takingPort,
  ZONE,
} from './test-support/scheduling-objects.ts';

/** A scheduler whose write of a pod's status is held up until it is let go. */
async function schedulerWithSlowStatus() {
  const cluster = await startTestCluster({ controllers: false });
  const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handler: ApiHandler = async (request) => {
    if (request.method === 'PATCH' && request.path.endsWith('/pods/waiting/status')) {
      asked.resolve();
      await release.promise;
    }
    return cluster.loopback(request);
  };
  const stop = await startTestControllers(createKubeClient(handler), { nodes: 1 });
  onTestFinished(async () => {
    await stop();
    await cluster.close();
  });
  return { client: cluster.client, asked: asked.promise, release: () => release.resolve() };
}

test('a pod that can be placed while its failure is still being reported is placed', async () => {
  const { client, asked, release } = await schedulerWithSlowStatus();
  const pods = client.resource(core.v1.pods, 'default');
  const claims = client.resource(core.v1.persistentvolumeclaims, 'default');
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
  const containers = [{ name: 'main', image: 'nginx:1' }];
  await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'waiting' }, spec: { containers, volumes } });
  await asked;
  await claims.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  await eventually(async () => (await claims.get('data')).status?.phase === 'Bound');
  release();
  expect(await eventually(async () => (await pods.get('waiting')).spec?.nodeName)).toBeDefined();
});

const spread = {
  topologyKey: ZONE,
  maxSkew: 1,
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'a' } },
};

/** Pods that can be kept waiting by every rule. */
const WAITING: readonly Pod[] = [
  pod('large', { requests: { cpu: '2' } }),
  pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }),
  pod('near', { spec: { affinity: near('a') } }),
  pod('near the team', { spec: { affinity: near('a', 'red') } }),
  pod('apart', { spec: { affinity: apart('a') } }),
  pod('apart from the team', { spec: { affinity: apart('a', 'red') } }),
  pod('shunned', { labels: { app: 'b' } }),
  pod('spread', { labels: { app: 'a' }, spec: { topologySpreadConstraints: [spread] } }),
  // Too few zones count as empty ones: the pods that are there have to go, whatever comes.
  pod('spread wider', {
    labels: { app: 'a' },
    spec: { topologySpreadConstraints: [{ ...spread, minDomains: 3 }] },
  }),
  pod('port', { spec: takingPort }),
  pod('mounting', { spec: mountingData }),
  pod('claiming a device', { spec: claimingDevice }),
];

/** For each rule the events without which it would leave pods waiting. */
const NEEDED: Readonly<Record<string, readonly ClusterEvent['kind'][]>> = {
  unschedulable: ['node'],
  'node-ready': ['node'],
  taints: ['node'],
  'node-affinity': ['node'],
  'host-ports': ['node', 'pod-left'],
  'resource-fit': ['node', 'pod-left'],
  volumes: ['node', 'pod-left', 'storage'],
  'resource-claims': ['node', 'resource-claim'],
  'topology-spread': ['node', 'node-gone', 'pod-placed', 'pod-left'],
  'pod-affinity': ['node', 'node-gone', 'pod-placed', 'pod-left', 'namespace'],
};

/** A rule that hears nothing of one kind of event. */
interface Deafness {
  readonly plugin: string;
  readonly kind: ClusterEvent['kind'];
}

test('no pod that could be placed is left waiting, whatever made it so', () => {
  fc.assert(
    fc.property(clusterSteps, (steps) => {
      expect(leftWaiting(steps)).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});

test('every rule that keeps pods back is among those whose hints are put to the test', () => {
  expect(Object.keys(NEEDED).sort()).toEqual(FILTERS.map(({ name }) => name).sort());
});

test.each(Object.entries(NEEDED).flatMap(([plugin, kinds]) => kinds.map((kind) => ({ plugin, kind }))))(
  'a hint of $plugin that ignores $kind would be noticed',
  (deafness) => {
    const property = fc.property(clusterSteps, (steps) => leftWaiting(steps, deafness) === undefined);
    const { failed } = fc.check(property, { seed: 1, numRuns: 1_000, endOnFailure: true });
    expect(failed).toBe(true);
  },
);

/** The first pod that waits though there is a place for it. */
function leftWaiting(steps: readonly ClusterStep[], deafness?: Deafness): string | undefined {
  const cluster = new ChangingCluster();
  const waiting = WAITING.map((object) => new Waiting(object, cluster.view, deafness));
  for (const step of steps) {
    const event = cluster.apply(step);
    for (const one of waiting) {
      if (event !== undefined) one.hear(event);
      if (one.isMistaken) return one.name;
    }
  }
  return undefined;
}

/** A pod that is tried only when a hint wakes it up; it is never bound. */
class Waiting {
  readonly name: string | undefined;
  readonly #pod: Pod;
  readonly #view: ClusterView;
  readonly #deafness: Deafness | undefined;
  #blockers: ReadonlySet<string> = new Set();
  #known: 'placeable' | 'waiting' = 'waiting';

  constructor(object: Pod, view: ClusterView, deafness: Deafness | undefined) {
    this.name = object.metadata.name;
    this.#pod = object;
    this.#view = view;
    this.#deafness = deafness;
    this.#try();
  }

  /** Whether the pod takes itself to be placeable and is not, or the other way round. */
  get isMistaken(): boolean {
    return (place(this.#view, this.#pod).kind === 'node') !== (this.#known === 'placeable');
  }

  hear(event: ClusterEvent): void {
    const asked = defaultProfile.plugins.filter(
      ({ plugin }) => event.kind !== this.#deafness?.kind || plugin.name !== this.#deafness.plugin,
    );
    const profile = { ...defaultProfile, plugins: asked };
    const blocked = { demand: podDemand(this.#pod), profile, blockers: this.#blockers };
    // A pod that could be placed would have been: it waits again only if it is tried again.
    if (this.#known === 'placeable' || mayHelp(event, blocked, this.#view)) this.#try();
  }

  #try(): void {
    const placement = place(this.#view, this.#pod);
    this.#known = placement.kind === 'node' ? 'placeable' : 'waiting';
    this.#blockers = placement.kind === 'none' ? placement.blockers : new Set();
  }
}
