import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformerFactory, createKubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { apps } from '@kubemin/kubeapi/resources';
import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import { LABEL, type RenderedObject } from '@kubemin/render';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { withAppliedFields } from '../task/index.ts';
import { type DeliveryContext, deliver } from './deliver.ts';
import { driftedFields } from './field-ownership.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

function context(handler: ApiHandler = cluster.handler): DeliveryContext {
  const end = new AbortController();
  const { signal } = end;
  const client = createKubeClient(handler);
  const informers = createInformerFactory({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
  onTestFinished(() => end.abort());
  const job = { taskId: 'run-1' };
  return {
    client,
    appId: 'app-1',
    job,
    signal,
    informers,
    report: async () => undefined,
    write: (effect) => effect(signal),
  };
}

type Container = NonNullable<NonNullable<Deployment['spec']>['template']['spec']>['containers'][number];

function deployment(name: string, container: Partial<Container> = {}, replicas?: number): Deployment {
  const metadata = { name, namespace: 'default', labels: { [LABEL.appId]: 'app-1' } };
  const template = {
    metadata: { labels: { app: name } },
    spec: { containers: [{ name: 'main', image: 'a', ...container }] },
  };
  const spec = { selector: { matchLabels: { app: name } }, template, ...(replicas !== undefined && { replicas }) };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
}

const rendered = (object: Deployment): RenderedObject => ({ component: 'web', object, onExisting: 'apply' });
const deployments = () => cluster.client.resource(apps.v1.deployments, 'default');
const mainContainer = ({ spec }: Deployment) => spec?.template.spec?.containers[0];
const env = (...names: readonly string[]) => ({ env: names.map((name) => ({ name, value: '1' })) });
const envNames = (object: Deployment) => mainContainer(object)?.env?.map(({ name }) => name);

describe('what an earlier version has delivered', () => {
  const before = { ...env('A', 'B'), livenessProbe: { httpGet: { path: '/', port: 80 } } };

  /** As earlier versions did: a creation, and merge patches after it, by the manager of that time. */
  async function deliveredBefore(name: string): Promise<void> {
    const object = withAppliedFields(deployment(name, before, 2));
    const annotations = { ...object.metadata.annotations, 'kubemin.io/created-by-run': 'run-0' };
    await deployments().create(
      { ...object, metadata: { ...object.metadata, annotations } },
      { fieldManager: 'kubemin' },
    );
    const body = { spec: { template: { spec: { containers: [{ name: 'main', env: [{ name: 'C', value: '1' }] }] } } } };
    await deployments().patch(name, { type: 'strategic', body }, { fieldManager: 'injector' });
  }

  test('is not written while nothing changes, and shows no drift', async () => {
    await deliveredBefore('same');
    const live = await deployments().get('same');
    expect(driftedFields(live)).toEqual([]);
    expect((await deliver(context(), rendered(deployment('same', before, 2)))).change).toBe('unchanged');
    expect(await deployments().get('same')).toEqual(live);
  });

  test('loses what has left the document with all defaults below it, keeps the rest, in one rollout', async () => {
    await deliveredBefore('moved');
    const { metadata } = await deployments().get('moved');
    expect((await deliver(context(), rendered(deployment('moved', env('A'), 2)))).change).toBe('updated');
    const live = await deployments().get('moved');
    expect(envNames(live)?.toSorted()).toEqual(['A', 'C']);
    expect(mainContainer(live)).not.toHaveProperty('livenessProbe');
    expect(live.metadata.annotations).toMatchObject({ 'kubemin.io/created-by-run': 'run-0' });
    expect(live.metadata.generation).toBe((metadata.generation ?? 0) + 1);
    // From here on applies alone remove what leaves the document.
    await deliver(context(), rendered(deployment('moved', {}, 2)));
    expect(envNames(await deployments().get('moved'))).toEqual(['C']);
    expect((await deliver(context(), rendered(deployment('moved', {}, 2)))).change).toBe('unchanged');
  });
});

test('a number of replicas that leaves the document stays as it is, for an autoscaler', async () => {
  await deliver(context(), rendered(deployment('scaled', {}, 3)));
  await deliver(context(), rendered(deployment('scaled', {}, 4)));
  expect((await deliver(context(), rendered(deployment('scaled')))).change).toBe('updated');
  expect((await deployments().get('scaled')).spec?.replicas).toBe(4);
  await deployments().patch(
    'scaled',
    { type: 'merge', body: { spec: { replicas: 9 } } },
    { fieldManager: 'autoscaler' },
  );
  await deliver(context(), rendered(deployment('scaled', { image: 'b' })));
  const live = await deployments().get('scaled');
  expect([live.spec?.replicas, mainContainer(live)?.image]).toEqual([9, 'b']);
});

describe('between the look and the write', () => {
  /** An API before whose first patch something else happens. */
  function withRace(happen: () => Promise<unknown>): ApiHandler {
    let raced = false;
    return async (request) => {
      if (request.method === 'PATCH' && !raced) {
        raced = true;
        await happen();
      }
      return cluster.handler(request);
    };
  }

  test('the object goes to another application: it is not written', async () => {
    await deliver(context(), rendered(deployment('raced', {}, 1)));
    const labels = { [LABEL.appId]: 'app-2' };
    const relabel = () => deployments().patch('raced', { type: 'merge', body: { metadata: { labels } } });
    const delivery = deliver(context(withRace(relabel)), rendered(deployment('raced', {}, 2)));
    await expect(delivery).rejects.toMatchObject({ code: 'FOREIGN_OBJECT' });
    expect(await deployments().get('raced')).toMatchObject({ metadata: { labels }, spec: { replicas: 1 } });
  });

  test('a namesake takes its place: it is not written', async () => {
    await deliver(context(), rendered(deployment('reborn', {}, 1)));
    const { metadata, ...rest } = deployment('reborn', {}, 1);
    const replace = async () => {
      await deployments().delete('reborn');
      await deployments().create({ ...rest, metadata: { ...metadata, labels: {} } });
    };
    const delivery = deliver(context(withRace(replace)), rendered(deployment('reborn', {}, 2)));
    await expect(delivery).rejects.toMatchObject({ code: 'FOREIGN_OBJECT' });
  });

  test('others change other fields: both changes are there', async () => {
    await deliver(context(), rendered(deployment('busy', {}, 1)));
    const touch = () => deployments().patch('busy', { type: 'merge', body: { spec: { minReadySeconds: 5 } } });
    expect((await deliver(context(withRace(touch)), rendered(deployment('busy', {}, 2)))).change).toBe('updated');
    expect((await deployments().get('busy')).spec).toMatchObject({ replicas: 2, minReadySeconds: 5 });
  });
});

test('what an apply cannot express, two variables of one name, is patched', async () => {
  await deliver(context(), rendered(deployment('twice', env('A', 'A'))));
  expect((await deliver(context(), rendered(deployment('twice', { ...env('A', 'A'), image: 'b' })))).change).toBe(
    'updated',
  );
  const live = await deployments().get('twice');
  expect([mainContainer(live)?.image, envNames(live)]).toEqual(['b', ['A', 'A']]);
});
