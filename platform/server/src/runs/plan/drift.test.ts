import { componentDrift } from '@kubemin/client';
import type { KubeClient, Patch } from '@kubemin/kube';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../../test-support/test-platform.ts';

const OTHER = 'kubectl-edit';

const DOCUMENT = {
  name: 'drifting',
  component: [
    { name: 'drift-conf', type: 'config', properties: { conf: { A: '1', B: '2' } } },
    {
      name: 'web',
      type: 'webservice',
      image: 'web:1',
      replicas: 2,
      properties: { ports: [{ port: 80 }], args: ['serve', '--fast'], env: { MODE: 'fast', LEVEL: 'info' } },
    },
  ],
};

/** What the rows look at. */
type Live = Pick<Deployment, 'metadata' | 'spec'> & Pick<ConfigMap, 'data'>;

const container = ({ spec }: Live) => spec?.template.spec?.containers[0];
const envs = (live: Live) => Object.fromEntries((container(live)?.env ?? []).map(({ name, value }) => [name, value]));

/** A foreign change, and what plan, status and run are to make of it. */
interface Row {
  readonly kind: 'ConfigMap' | 'Deployment';
  readonly patch: Patch;
  /** The field that the plan sets back; undefined when it leaves the change alone. */
  readonly healed?: string;
  /** What the status reports; undefined when it reports nothing. */
  readonly status?: string;
  /** Whether a plan can name who made the change. @default as the status does */
  readonly named?: boolean;
  readonly after: (live: Live) => unknown;
  readonly expected: unknown;
}

const ofContainer = (fields: object): Patch => ({
  type: 'strategic',
  body: { spec: { template: { spec: { containers: [{ name: 'web', ...fields }] } } } },
});

const ROWS: Readonly<Record<string, Row>> = {
  'a field of ours': {
    kind: 'Deployment',
    patch: { type: 'merge', body: { spec: { replicas: 7 } } },
    healed: 'spec.replicas',
    status: `changed by field manager "${OTHER}" since the last run: spec.replicas`,
    after: ({ spec }) => spec?.replicas,
    expected: 2,
  },
  'a field of theirs': {
    kind: 'Deployment',
    patch: {
      type: 'merge',
      body: { spec: { minReadySeconds: 3 }, metadata: { annotations: { 'their.io/note': 'x' } } },
    },
    after: ({ spec, metadata }) => [spec?.minReadySeconds, metadata.annotations?.['their.io/note']],
    expected: [3, 'x'],
  },
  'a key of ours in a map': {
    kind: 'ConfigMap',
    patch: { type: 'merge', body: { data: { A: 'theirs' } } },
    healed: 'data.A',
    status: `changed by field manager "${OTHER}" since the last run: data.A`,
    after: ({ data }) => data,
    expected: { A: '1', B: '2' },
  },
  'a key of ours, removed': {
    kind: 'ConfigMap',
    patch: { type: 'merge', body: { data: { B: null } } },
    healed: 'data.B',
    status: 'removed since the last run: data.B',
    named: false,
    after: ({ data }) => data,
    expected: { A: '1', B: '2' },
  },
  'a key of theirs in a map': {
    kind: 'ConfigMap',
    patch: { type: 'merge', body: { data: { C: 'theirs' } } },
    after: ({ data }) => data,
    expected: { A: '1', B: '2', C: 'theirs' },
  },
  'a list entry of ours': {
    kind: 'Deployment',
    patch: ofContainer({ env: [{ name: 'MODE', value: 'slow' }] }),
    healed: 'spec.template.spec.containers[web].env[MODE].value',
    status: `changed by field manager "${OTHER}" since the last run: spec.template.spec.containers[name="web"].env[name="MODE"].value`,
    after: envs,
    expected: { MODE: 'fast', LEVEL: 'info' },
  },
  'a list entry of ours, removed': {
    kind: 'Deployment',
    patch: ofContainer({ env: [{ $patch: 'delete', name: 'LEVEL' }] }),
    healed: 'spec.template.spec.containers[web].env[LEVEL]',
    status: 'removed since the last run: spec.template.spec.containers[name="web"].env[name="LEVEL"]',
    named: false,
    after: envs,
    expected: { MODE: 'fast', LEVEL: 'info' },
  },
  'list entries of theirs: a variable, a port without a name, another container': {
    kind: 'Deployment',
    patch: {
      type: 'strategic',
      body: {
        spec: {
          template: {
            spec: {
              containers: [
                { name: 'web', env: [{ name: 'INJECTED', value: '1' }], ports: [{ containerPort: 9999 }] },
                { name: 'sidecar', image: 'sidecar:1' },
              ],
            },
          },
        },
      },
    },
    after: (live) => [
      Object.keys(envs(live)).toSorted(),
      container(live)
        ?.ports?.map(({ containerPort }) => containerPort)
        .toSorted((a, b) => a - b),
      live.spec?.template.spec?.containers.map(({ name }) => name),
    ],
    expected: [
      ['INJECTED', 'LEVEL', 'MODE'],
      [80, 9999],
      ['web', 'sidecar'],
    ],
  },
  'a list that is one value': {
    kind: 'Deployment',
    patch: ofContainer({ args: ['serve', '--slow', '--more'] }),
    healed: 'spec.template.spec.containers[web].args',
    status: `changed by field manager "${OTHER}" since the last run: spec.template.spec.containers[name="web"].args`,
    after: (live) => container(live)?.args,
    expected: ['serve', '--fast'],
  },
};

describe.each(['loopback', 'http'] as const)('a foreign change, over %s', (transport) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ controllers: false, transport });
  });
  afterAll(() => cluster.close());

  test('to each kind of field: plan, status and run do what is documented', async () => {
    const platform = await startTestPlatform({ kube: cluster.client, jobs: 'delivery' });
    const { id } = await platform.client.saveApplication(json(DOCUMENT));
    await run(platform, id);
    for (const [name, row] of Object.entries(ROWS)) {
      const { component, patch, get } = await target(cluster.client, row.kind, id);
      const before = await patch(row.patch);
      await reports(platform, id, component, row.status);
      const [drifted] = (await platform.client.listComponents(id)).components.filter((each) => each.name === component);
      expect(drifted && componentDrift(drifted).length, name).toBe(row.status === undefined ? 0 : 1);

      const plan = await platform.client.planApplication(id);
      const job = plan.steps.flatMap(({ jobs }) => jobs).find(({ object }) => object?.kind === row.kind);
      const fields = (job?.changes ?? []).flatMap((change) => change.fields.map(({ field }) => field));
      expect([plan.upToDate, fields], name).toEqual(row.healed === undefined ? [true, []] : [false, [row.healed]]);
      const note = `replaces what field manager "${OTHER}" has set`;
      if (row.healed !== undefined && row.named !== false) expect(job?.message, name).toContain(note);
      else expect(job?.message, name).not.toContain(OTHER);

      await run(platform, id);
      const after = await get();
      expect(row.after(after), name).toEqual(row.expected);
      if (row.healed === undefined) expect(after.metadata.resourceVersion, name).toBe(before.metadata.resourceVersion);
      expect(await platform.client.planApplication(id), name).toMatchObject({ upToDate: true });
      await reports(platform, id, component, undefined);
    }
    // What others added survives a new version of the document; what has left the document is gone.
    const { get } = await target(cluster.client, 'Deployment', id);
    const [conf, web] = DOCUMENT.component;
    const properties = { ...web?.properties, env: { MODE: 'faster' } };
    await platform.client.saveApplication(json({ ...DOCUMENT, component: [conf, { ...web, properties }] }));
    const plan = await platform.client.planApplication(id);
    expect(
      plan.steps.flatMap(({ jobs }) => jobs.flatMap(({ changes }) => changes.flatMap((each) => each.fields))),
    ).toMatchObject([
      { field: expect.stringContaining('env[LEVEL]') },
      { field: expect.stringContaining('env[MODE].value') },
    ]);
    await run(platform, id);
    const after = await get();
    expect(envs(after)).toEqual({ MODE: 'faster', INJECTED: '1' });
    expect(after.spec).toMatchObject({
      minReadySeconds: 3,
      template: { spec: { containers: [{}, { name: 'sidecar' }] } },
    });
    expect(await platform.client.planApplication(id)).toMatchObject({ upToDate: true });
  });
});

/** The object of a kind that the application has. */
async function target(client: KubeClient, kind: Row['kind'], appId: string) {
  const resource =
    kind === 'ConfigMap'
      ? client.resource(core.v1.configmaps, 'default')
      : client.resource(apps.v1.deployments, 'default');
  const { items } = await resource.list({ labelSelector: `${LABEL.appId}=${appId}` });
  const name = items[0]?.metadata.name ?? '';
  return {
    component: kind === 'ConfigMap' ? 'drift-conf' : 'web',
    patch: (patch: Patch): Promise<Live> => resource.patch(name, patch, { fieldManager: OTHER }),
    get: (): Promise<Live> => resource.get(name),
  };
}

async function run({ client }: TestPlatform, appId: string): Promise<void> {
  const { taskId } = await client.execWorkflow(appId);
  for await (const _event of client.followRun(taskId));
  expect(await client.taskStatus(taskId)).toMatchObject({ status: 'completed' });
}

/** Awaits that the status of a component reports a change, or none. */
async function reports({ client }: TestPlatform, appId: string, name: string, text: string | undefined): Promise<void> {
  await eventually(
    async () => (await client.listComponents(appId)).components.find((component) => component.name === name)?.message,
    {
      until: (message) =>
        message !== undefined &&
        (text === undefined ? !message.includes('since the last run') : message.endsWith(text)),
    },
  );
}
