import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { createManager } from '@kubemin/controller';
import { core, node as nodeResources } from '@kubemin/kubeapi/resources';
import type { ContainerState, ContainerStatus, Event, Pod } from '@kubemin/kubeapi/types/core.v1';
import { eventually, missingNamespaces } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImagePullError } from '../images/image-error.ts';
import type { ImageStore } from '../images/image-store.ts';
import { findHostPrograms } from '../sandbox/host-programs.ts';
import { findMissingContainerd } from '../test-support/containerd-bench.ts';
import { POD_SCENARIOS } from '../test-support/pod-scenarios/index.ts';
import {
  type ExpectedContainer,
  type ExpectedPod,
  IMAGES,
  NODE_FILES,
  type PodScenario,
  SETTINGS,
} from '../test-support/pod-scenarios/scenario.ts';
import {
  addHostImage,
  type PrivateNode,
  type PrivateNodeOptions,
  startPrivateNode,
} from '../test-support/private-node.ts';
import { PROGRAM_DIRECTORIES } from '../test-support/stop-node.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';
const missing = await missingNamespaces();
/** Rows that run at the same time: more only wait for the processor. */
const AT_ONCE = 12;

/** A status of a pod in the form of ExpectedPod. */
interface PodSummary {
  readonly phase: string;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly conditions: Readonly<Record<string, string>>;
  readonly containers: Readonly<Record<string, Exclude<ExpectedContainer, string>>>;
}

function summarize({ status = {} }: Pod): PodSummary {
  const { phase = '', reason, message, conditions = [] } = status;
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status;
  const all = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
  return {
    ...{ phase, reason, message },
    conditions: Object.fromEntries(
      conditions.map(({ type, status: holds, reason: why = '' }) => [type, `${holds} ${why}`.trim()]),
    ),
    containers: Object.fromEntries(all.map((container) => [container.name, summarizeContainer(container)])),
  };
}

function summarizeContainer({ state, lastState, ready, started = false, restartCount, resources }: ContainerStatus) {
  const { waiting, terminated } = state ?? {};
  return {
    ...{ state: describeState(state), ready, started, restarts: restartCount, last: describeState(lastState) },
    message: waiting?.message ?? terminated?.message ?? '',
    resources: JSON.stringify(resources ?? {}),
  };
}

function describeState({ running, waiting, terminated }: ContainerState = {}): string {
  if (running !== undefined) return 'running';
  if (waiting !== undefined) return `waiting ${waiting.reason}`;
  return terminated === undefined ? '' : `terminated ${terminated.reason} ${terminated.exitCode}`;
}

function matches(found: PodSummary, expected: ExpectedPod): boolean {
  const { phase, reason, message, conditions = {}, containers } = expected;
  return (
    found.phase === phase &&
    (reason === undefined || found.reason === reason) &&
    (message === undefined || found.message === message) &&
    Object.entries(conditions).every(([type, holds]) => found.conditions[type] === holds) &&
    Object.entries(containers).every(([name, container]) => matchesContainer(found.containers[name], container))
  );
}

function matchesContainer(found: PodSummary['containers'][string] | undefined, expected: ExpectedContainer): boolean {
  if (typeof expected === 'string') return found?.state === expected;
  const { message = '', ...exact } = expected;
  const isEqual = Object.entries(exact).every(([name, value]) => Reflect.get(found ?? {}, name) === value);
  return isEqual && (found?.message ?? '').includes(message);
}

/** Everything that the API server has shown of pods and their events. */
class ClusterHistory {
  readonly #summaries = new Map<string, PodSummary[]>();
  readonly #events = new Map<string, Map<string, Event>>();

  addPod(pod: Pod): void {
    const { name = '' } = pod.metadata;
    this.#summaries.set(name, [...this.summaries(name), summarize(pod)]);
  }

  addEvent(event: Event): void {
    const { name = '' } = event.involvedObject;
    const known = this.#events.get(name) ?? new Map<string, Event>();
    this.#events.set(name, known.set(event.metadata.name ?? '', event));
  }

  summaries(pod: string): readonly PodSummary[] {
    return this.#summaries.get(pod) ?? [];
  }

  events(pod: string): readonly Event[] {
    return [...(this.#events.get(pod)?.values() ?? [])];
  }

  /** What of a row has not been seen yet; empty when all of it has. */
  missing(name: string, expected: ExpectedPod): readonly string[] {
    const { events = [], eventMessages = [] } = expected;
    const recorded = this.events(name);
    return [
      ...(this.summaries(name).some((summary) => matches(summary, expected)) ? [] : ['status']),
      ...events.filter((reason) => !recorded.some((event) => event.reason === reason)),
      ...eventMessages.filter((part) => !recorded.some(({ message = '' }) => message.includes(part))),
    ];
  }
}

/** A claim that is bound to a directory of the node. */
async function addClaim({ client, directory }: PrivateNode, name: string): Promise<void> {
  const shape = { accessModes: ['ReadWriteOnce'], storageClassName: '' };
  const storage = '1Gi';
  await client.resource(core.v1.persistentvolumes).create({
    ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name } },
    spec: { ...shape, capacity: { storage }, hostPath: { path: join(directory, 'claims', name) } },
  });
  const claims = client.resource(core.v1.persistentvolumeclaims, 'default');
  await claims.create({
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name } },
    spec: { ...shape, resources: { requests: { storage } }, volumeName: name },
  });
  // No controller of volumes runs beside the node.
  await claims.patch(name, { type: 'merge', body: { status: { phase: 'Bound' } } }, { subresource: 'status' });
}

const addImages = (store: ImageStore): Promise<void> =>
  addHostImage(store, { [IMAGES.unknownUser]: 'USER nobody-here' });

/** A registry that has one image, and otherwise cannot be reached or does not have what is asked for. */
async function pull(store: ImageStore, reference: string): Promise<void> {
  if (reference === IMAGES.missing) throw new ImagePullError('PULL_NOT_FOUND', verbatim(`${reference}: not found`));
  if (reference !== IMAGES.remote)
    throw new ImagePullError('PULL_UNREACHABLE', verbatim(`${reference}: no route to host`));
  const image = await store.find(IMAGES.host);
  if (image === undefined) throw new Error('the image of the host is missing');
  await store.tag(image.id, IMAGES.remote);
}

class ScenarioNode {
  readonly #node: PrivateNode;
  readonly #history: ClusterHistory;
  readonly #stopHistory: () => Promise<void>;
  readonly #results = new Map<string, Promise<void>>();

  private constructor(node: PrivateNode, history: ClusterHistory, stopHistory: () => Promise<void>) {
    this.#node = node;
    this.#history = history;
    this.#stopHistory = stopHistory;
  }

  static async start(made: Pick<PrivateNodeOptions, 'runtime' | 'form'>): Promise<ScenarioNode> {
    const node = await startPrivateNode({ addImages, pull, ...made });
    const { client } = node;
    for (const [name, text] of Object.entries(NODE_FILES)) {
      const file = join(node.directory, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const metadata = { name: SETTINGS.configMap };
    await client
      .resource(core.v1.configmaps, 'default')
      .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { colour: 'red' } });
    await client.resource(core.v1.secrets, 'default').create({
      ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: SETTINGS.secret } },
      stringData: { password: 's3cret' },
    });
    await addClaim(node, SETTINGS.claim);
    const serviceSpec = { clusterIP: '10.96.7.7', ports: [{ name: 'web', port: 80 }] };
    await client
      .resource(core.v1.services, 'default')
      .create({ apiVersion: 'v1', kind: 'Service', metadata: { name: SETTINGS.service }, spec: serviceSpec });
    await client.resource(nodeResources.v1.runtimeclasses).create({
      ...{ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: SETTINGS.runtimeClass } },
      handler: 'no-such-handler',
    });
    const history = new ClusterHistory();
    const stopping = new AbortController();
    const clocks = { clock: systemClock, random: systemRandom, logger: silentLogger };
    const manager = createManager({ client, ...clocks }).with({
      name: 'history',
      setup: ({ informers }) => {
        informers.informer(core.v1.pods).onChange(({ object }) => history.addPod(object));
        informers.informer(core.v1.events).onChange(({ object }) => history.addEvent(object));
        return { run: (signal) => systemClock.sleep(Number.MAX_SAFE_INTEGER, signal) };
      },
    });
    const running = manager.run(stopping.signal);
    await Promise.race([manager.ready, running]);
    return new ScenarioNode(node, history, async () => {
      stopping.abort();
      await running;
    });
  }

  /** Runs all rows, some at a time; see result. */
  begin(rows: readonly PodScenario[]): void {
    const waiting = [...rows];
    const resolvers = new Map(rows.map(({ name }) => [name, Promise.withResolvers<void>()]));
    for (const [name, { promise }] of resolvers) {
      this.#results.set(name, promise);
      // Each is awaited by its own test, which may come later.
      promise.catch(() => undefined);
    }
    const work = async (): Promise<void> => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        const result = resolvers.get(row.name);
        await this.#run(row).then(result?.resolve, result?.reject);
      }
    };
    for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
  }

  result(name: string): Promise<void> {
    return this.#results.get(name) ?? Promise.reject(new Error(`${name} was not begun`));
  }

  async features(): Promise<ReadonlySet<string>> {
    const node = await eventually(() => this.#node.client.resource(core.v1.nodes).find('machine'), {
      until: (found) => found?.metadata.annotations?.['kubemin.io/runtime-features'] !== undefined,
    });
    return new Set(node?.metadata.annotations?.['kubemin.io/runtime-features']?.split(','));
  }

  async #run({ name, spec, metadata, action, expected }: PodScenario): Promise<void> {
    const pods = this.#node.client.resource(core.v1.pods, 'default');
    const { containers = [] } = spec;
    const body: Pod = {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name } },
      spec: { terminationGracePeriodSeconds: 30, ...spec, containers },
    };
    await pods.create(body);
    if (action !== undefined) {
      await eventually(() => this.#history.summaries(name).some(({ conditions }) => conditions.Ready === 'True'));
      if ('delete' in action) await pods.delete(name, { gracePeriodSeconds: action.delete });
      else if ('debug' in action) {
        const patch = { spec: { ephemeralContainers: [action.debug] } };
        await pods.patch(name, { type: 'strategic', body: patch }, { subresource: 'ephemeralcontainers' });
      } else {
        const patch = { spec: { containers: [{ name: 'main', resources: action.resize }] } };
        await pods.patch(name, { type: 'strategic', body: patch }, { subresource: 'resize' });
      }
    }
    try {
      await eventually(() => this.#history.missing(name, expected), { until: (parts) => parts.length === 0 });
    } catch (cause) {
      const shown = {
        missing: this.#history.missing(name, expected),
        statuses: this.#history.summaries(name).slice(-3),
      };
      const events = this.#history.events(name).map(({ reason, message }) => `${reason}: ${message}`);
      throw new Error(`not as expected: ${JSON.stringify({ expected, ...shown, events }, undefined, 1)}`, { cause });
    }
    const reasons = this.#history.events(name).map(({ reason }) => reason);
    expect(reasons.filter((reason = '') => expected.noEvents?.includes(reason))).toEqual([]);
    if (action === undefined || !('delete' in action)) await pods.delete(name, { gracePeriodSeconds: 0 });
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#results.values());
    await this.#stopHistory();
    await this.#node.close();
  }
}

/** What of a row is to be expected of a node with these features; undefined for nothing. */
function rowFor(row: PodScenario, features: ReadonlySet<string>): PodScenario | undefined {
  if (row.needs === undefined || features.has(row.needs)) return row;
  return row.without && { ...row, expected: row.without };
}

const rows = POD_SCENARIOS.filter(({ short }) => FULL || short === true);

test('the table has at least 120 rows, each with its own name', () => {
  expect(new Set(POD_SCENARIOS.map(({ name }) => name)).size).toBe(POD_SCENARIOS.length);
  expect(POD_SCENARIOS.length).toBeGreaterThanOrEqual(120);
});

const hasCrun = (await findHostPrograms(PROGRAM_DIRECTORIES).catch(() => undefined))?.crun !== undefined;

const missingContainerd = await findMissingContainerd();

/** What nodes make containers with, and why that is not possible here. */
const FORMS = [
  { title: 'the sandbox', made: { form: 'shell' }, skipped: missing },
  {
    title: 'the sandbox with crun',
    made: { form: 'crun' },
    skipped: missing ?? (hasCrun ? undefined : 'crun is not installed'),
  },
  { title: 'containerd', made: { runtime: 'containerd' }, skipped: missing ?? missingContainerd },
] as const;
const working = FORMS.filter(({ skipped }) => skipped === undefined);

/** In turn, or each with all rows where tests go further: what differs between them has a suite of the runtime. */
for (const form of FORMS) {
  const turn = working.indexOf(form);
  describeForm(form, FULL ? rows : rows.filter((_, place) => place % working.length === turn));
}

function describeForm({ title: name, made, skipped }: (typeof FORMS)[number], rows: readonly PodScenario[]): void {
  const title = `pods in containers of ${name}${skipped === undefined ? '' : ` (skipped: ${skipped})`}`;
  describe.skipIf(skipped !== undefined)(title, () => {
    let node: ScenarioNode;
    let features: ReadonlySet<string> = new Set();

    beforeAll(async () => {
      node = await ScenarioNode.start(made);
      features = await node.features();
      node.begin(rows.flatMap((row) => rowFor(row, features) ?? []));
    });
    afterAll(() => node.close());

    test.for(rows)('$name', async (row, { skip }) => {
      if (rowFor(row, features) === undefined) skip(`the runtime does not have ${row.needs} on this machine`);
      await node.result(row.name);
    });
  });
}
