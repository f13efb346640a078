import { LONGEST_PROJECT_NAME } from '@kubemin/model';
import { describeDatabases } from '@kubemin/testing/vitest';
import { expect, test } from 'vitest';
import { namespaceScope } from '../api/application-rows.ts';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform } from '../test-support/test-platform.ts';

const PROJECT = 'ü'.repeat(LONGEST_PROJECT_NAME);
const RULES = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const shop = ({ project = 'shop', roleName = 'reader' }) =>
  json({ name: 'shop', project, component: [webservice('web', { traits: { rbac: [{ roleName, rules: RULES }] } })] });

test('the longest names of a cluster and a project fit into the column that holds both', () => {
  expect(namespaceScope({ cluster: 'c'.repeat(63), project: PROJECT }).length).toBeLessThanOrEqual(255);
});

describeDatabases('the longest names', (dialect) => {
  test('are stored and found again, and one character more is refused with its place', async () => {
    const platform = await startTestPlatform({ place: await dialect.create() });
    const { client } = platform;
    const roleName = 'r'.repeat(253);
    const { id, outcome } = await client.saveApplication(shop({ project: PROJECT, roleName }));
    expect(outcome).toBe('created');
    expect(await client.saveApplication(shop({ project: PROJECT, roleName }))).toMatchObject({
      id,
      outcome: 'unchanged',
    });
    await client.createUser({ name: 'ada', roles: [{ project: PROJECT, role: 'deployer' }] });
    const { token } = await client.createToken({ name: 'n'.repeat(255), user: 'ada', projects: [PROJECT] });
    const asAda = { headers: { authorization: `Bearer ${token}` } };
    expect((await platform.send('GET', `/api/v1/applications/${id}`, asAda)).status).toBe(200);

    for (const [names, path] of [
      [{ project: `${PROJECT}x` }, 'project'],
      [{ roleName: `${roleName}r` }, 'component[0].traits.rbac[0].roleName'],
    ] as const) {
      await expect(client.saveApplication(shop(names))).rejects.toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        problems: [{ path, message: expect.stringMatching(/at most \d+ characters/) }],
      });
    }
    const roles = [{ project: `${PROJECT}x`, role: 'viewer' as const }];
    const tooLong = [
      () => client.createUser({ name: 'eve', roles }),
      () => client.createToken({ name: 'hers', user: 'ada', projects: [`${PROJECT}x`] }),
    ];
    for (const refused of tooLong) await expect(refused()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const unnamed = client.cancelWorkflow(id, { taskId: 'any', user: 'u'.repeat(256) });
    await expect(unnamed).rejects.toMatchObject({ code: 'WORKFLOW_BODY_INVALID' });
  });
});
