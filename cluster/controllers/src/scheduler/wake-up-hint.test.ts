import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ClusterEvent } from './cluster-event.ts';
import type { ClusterView } from './cluster-view.ts';
import { defaultProfile } from './default-profile.ts';
import { demandOf } from './demand.ts';
import { node, place, pod, viewOf } from './test-support/scheduling-objects.ts';
import { mayHelp } from './wake-up-hint.ts';

const ZONE = 'zone';
const term = (app: string) => ({ topologyKey: ZONE, labelSelector: { matchLabels: { app } }, namespaceSelector: {} });
const near = (app: string) => ({ podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(app)] } });
const apart = (app: string) => ({ podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term(app)] } });
const spread = {
  topologyKey: ZONE,
  maxSkew: 1,
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'a' } },
};
const port = { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 80 }] }] };

/** Pods that can be kept waiting by every rule. */
const WAITING: readonly Pod[] = [
  pod('large', { requests: { cpu: '2' } }),
  pod('picky', { spec: { nodeSelector: { disk: 'ssd' } } }),
  pod('near', { spec: { affinity: near('a') } }),
  pod('apart', { spec: { affinity: apart('a') } }),
  pod('shunned', { labels: { app: 'b' } }),
  pod('spread', { labels: { app: 'a' }, spec: { topologySpreadConstraints: [spread] } }),
  pod('port', { spec: port }),
];

interface NodeStep {
  readonly kind: 'node';
  readonly name: string;
  readonly gone: boolean;
  readonly unschedulable: boolean;
  readonly tainted: boolean;
  readonly zone: string | undefined;
  readonly disk: string;
  readonly cpu: string;
}

interface PodStep {
  readonly kind: 'pod';
  readonly name: string;
  readonly gone: boolean;
  readonly terminating: boolean;
  readonly on: string;
  readonly app: string;
  readonly hermit: boolean;
  readonly cpu: string;
  readonly takesPort: boolean;
}

const nodeStep: fc.Arbitrary<NodeStep> = fc.record({
  kind: fc.constant('node'),
  name: fc.constantFrom('n1', 'n2', 'n3'),
  gone: fc.boolean(),
  unschedulable: fc.boolean(),
  tainted: fc.boolean(),
  zone: fc.constantFrom('x', 'y', undefined),
  disk: fc.constantFrom('ssd', 'hdd'),
  cpu: fc.constantFrom('1', '2', '4'),
});
const podStep: fc.Arbitrary<PodStep> = fc.record({
  kind: fc.constant('pod'),
  name: fc.constantFrom('p1', 'p2', 'p3', 'p4'),
  gone: fc.boolean(),
  terminating: fc.boolean(),
  on: fc.constantFrom('n1', 'n2', 'n3'),
  app: fc.constantFrom('a', 'b'),
  hermit: fc.boolean(),
  cpu: fc.constantFrom('0', '1', '2'),
  takesPort: fc.boolean(),
});

test('no pod that could be placed is left waiting, whatever made it so', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(nodeStep, podStep), { maxLength: 40 }), (steps) => {
      const cluster = new Cluster();
      const waiting = WAITING.map((object) => new Waiting(object, cluster.view));
      for (const step of steps) {
        const event = cluster.apply(step);
        for (const one of waiting) {
          if (event !== undefined) one.hear(event);
          expect(`${one.name}: ${one.known}`).toBe(`${one.name}: ${one.actual()}`);
        }
      }
    }),
    { numRuns: 300 },
  );
});

/** A pod that is tried when the hints say so, and only then; it is never bound. */
class Waiting {
  readonly name: string | undefined;
  readonly #pod: Pod;
  readonly #view: ClusterView;
  #blockers: ReadonlySet<string> = new Set();
  known: 'placeable' | 'waiting' = 'waiting';

  constructor(object: Pod, view: ClusterView) {
    this.name = object.metadata.name;
    this.#pod = object;
    this.#view = view;
    this.#try();
  }

  hear(event: ClusterEvent): void {
    const blocked = { demand: demandOf(this.#pod), profile: defaultProfile, blockers: this.#blockers };
    // A pod that could be placed would have been: it waits again only if it is tried again.
    if (this.known === 'placeable' || mayHelp(event, blocked, this.#view)) this.#try();
  }

  actual(): string {
    return place(this.#view, this.#pod).kind === 'node' ? 'placeable' : 'waiting';
  }

  #try(): void {
    const placement = place(this.#view, this.#pod);
    this.known = placement.kind === 'node' ? 'placeable' : 'waiting';
    this.#blockers = placement.kind === 'none' ? placement.blockers : new Set();
  }
}

class Cluster {
  readonly view = viewOf([]);
  readonly #nodes = new Map<string, Node>();
  readonly #pods = new Map<string, Pod>();

  apply(step: NodeStep | PodStep): ClusterEvent | undefined {
    return step.kind === 'node' ? this.#node(step) : this.#pod(step);
  }

  #node(step: NodeStep): ClusterEvent | undefined {
    const { name: key, gone, unschedulable, tainted, zone, disk, cpu } = step;
    const old = this.#nodes.get(key);
    if (gone) {
      this.#nodes.delete(key);
      return old && this.view.observeNode({ type: 'deleted', key, object: old, old });
    }
    const taints = tainted ? [{ key: 't', effect: 'NoSchedule' }] : [];
    const labels = { disk, ...(zone && { [ZONE]: zone }) };
    const object = node(key, { allocatable: { cpu }, labels, spec: { unschedulable, taints } });
    this.#nodes.set(key, object);
    return this.view.observeNode(old ? { type: 'updated', key, object, old } : { type: 'added', key, object });
  }

  #pod(step: PodStep): ClusterEvent | undefined {
    const { name, gone, terminating, on, app, hermit, cpu, takesPort } = step;
    const key = `ns/${name}`;
    const old = this.#pods.get(key);
    if (gone) {
      this.#pods.delete(key);
      return old && this.view.observePod({ type: 'deleted', key, object: old, old });
    }
    // A pod never changes its node, nor what it says about others.
    if (old !== undefined && !terminating) return undefined;
    const fresh = pod(name, {
      requests: { cpu },
      labels: { app },
      spec: { nodeName: on, ...(hermit && { affinity: apart('b') }), ...(takesPort && port) },
    });
    const from = old ?? fresh;
    const object = terminating
      ? { ...from, metadata: { ...from.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } }
      : from;
    this.#pods.set(key, object);
    return this.view.observePod(old ? { type: 'updated', key, object, old } : { type: 'added', key, object });
  }
}
