import { ADMIN_USER, createApiServer, memoryStorage } from '@kubemin/apiserver';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { installDefinitions } from '@kubemin/controller';
import { functionWorkflows } from '@kubemin/functions';
import { createKubeClient, loopbackTransport } from '@kubemin/kube';
import { afterAll, expect, test } from 'vitest';
import { functionWorkflowAdmission } from './workflow-admission.ts';

const open = new Disposables();
afterAll(() => open.dispose());

test('a bad chain is refused at apply, with every problem listed', async () => {
  const server = await createApiServer({
    ...{ storage: memoryStorage(), clock: systemClock, random: systemRandom, logger: silentLogger },
    authenticators: [],
    admission: [functionWorkflowAdmission],
  });
  open.add(() => server.close());
  const client = createKubeClient(loopbackTransport(server.handler, ADMIN_USER));
  await installDefinitions(client, [functionWorkflows], { clock: systemClock, signal: new AbortController().signal });
  const workflows = client.resource(functionWorkflows, 'default');
  const apply = (nodes: readonly object[]) => {
    const spec = { startNode: 'a', nodes };
    const body = { apiVersion: 'functions.kubemin.io/v1', kind: 'FunctionWorkflow', metadata: { name: 'chain' }, spec };
    return workflows.patch('chain', { type: 'apply', body }, { fieldManager: 'test' });
  };
  const func = { name: 'a', type: 'func', func: { name: 'f' } };

  const refused = await apply([
    { ...func, next: 'b' },
    { ...func, name: 'c' },
  ]).catch((error) => error);
  expect(refused.status).toMatchObject({ code: 422, reason: 'Invalid' });
  expect(refused.status.details.causes.map(({ field }: { field: string }) => field)).toEqual([
    'spec.nodes[0].next',
    'spec.nodes[1]',
  ]);
  expect(await workflows.find('chain')).toBeUndefined();

  await apply([func]);
  await expect(apply([{ ...func, next: 'b' }])).rejects.toMatchObject({ status: { code: 422 } });
});
