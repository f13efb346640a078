import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functions } from '../resources/index.ts';
import {
  applyFunction,
  type FunctionsCluster,
  isReady,
  nodeFunction,
  startFunctionsCluster,
  untilStatus,
} from '../test-support/functions-cluster.ts';

describe('functions whose pods are processes', () => {
  let cluster: FunctionsCluster;
  beforeAll(async () => {
    cluster = await startFunctionsCluster();
  });
  afterAll(() => cluster?.close());

  async function call(name: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${cluster.url}/functions/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    const result: unknown = await response.json();
    return { status: response.status, result, headers: response.headers };
  }

  const podsOf = async (name: string) => {
    const labelSelector = `functions.kubemin.io/function=${name}`;
    return (await cluster.client.resource(core.v1.pods, 'default').list({ labelSelector })).items;
  };

  test('a function is called as soon as it is applied, and its status states where', async () => {
    await applyFunction(cluster.client, 'hello', nodeFunction('export default ({ name }) => ({ hello: name });'));
    await eventually(() => cluster.control.router.find('default/hello') !== undefined);
    expect(await call('hello', { name: 'you' })).toMatchObject({ status: 200, result: { hello: 'you' } });
    const status = await untilStatus(cluster.client, 'hello', isReady);
    expect(status).toMatchObject({
      url: `${cluster.url}/functions/default/hello`,
      revisions: [{ ready: true, number: 1 }],
    });
    expect((await call('default/hello', { name: 'me' })).result).toEqual({ hello: 'me' });
    expect((await call('other/hello')).status).toBe(404);
  });

  test('calls at zero instances wait for one, and all are served', async () => {
    const spec = nodeFunction('let n = 0; export default () => ({ pid: process.pid, n: ++n });');
    await applyFunction(cluster.client, 'idle', spec);
    await untilStatus(cluster.client, 'idle', isReady);
    await cluster.client
      .resource(functions, 'default')
      .patch('idle', { type: 'merge', body: { spec: { scaling: { decayPerSecond: 1_000_000 } } } });
    await untilStatus(cluster.client, 'idle', ({ scaling }) => scaling?.instances === 0);
    await eventually(async () => (await podsOf('idle')).length === 0);
    await cluster.client
      .resource(functions, 'default')
      .patch('idle', { type: 'merge', body: { spec: { scaling: { decayPerSecond: 1 } } } });
    const responses = await Promise.all(Array.from({ length: 50 }, () => call('idle')));
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(responses[0]?.headers.get('x-function-cold')).toBe('true');
    await untilStatus(cluster.client, 'idle', ({ scaling }) => (scaling?.instances ?? 0) >= 2);
  });
});
