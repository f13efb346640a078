import { createPlatformClient, type Grant, type PlatformClient } from '@kubemin/client';
import { ManualClock } from '@kubemin/testing';
import { describe, expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

const shopIn = (project: string, more: object = {}) =>
  json({ name: 'shop', project, component: [webservice('web')], ...more });

async function userWith(platform: TestPlatform, name: string, roles: readonly Grant[]): Promise<PlatformClient> {
  await platform.client.createUser({ name, roles: [...roles] });
  const { token } = await platform.client.createToken({ name: 'of a test', user: name });
  return createPlatformClient({ url: platform.url, token });
}

const deployerGrants = (...projects: readonly string[]): readonly Grant[] =>
  projects.map((project) => ({ project, role: 'deployer' }));

describe('rights that a document grants', () => {
  const WIDE = { clusterScope: true, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] };
  const granting = (policy: object) => json({ name: 'shop', project: 'a', component: [web({ rbac: [policy] })] });
  const web = (traits: object) => webservice('web', { traits });

  test('a user who may deploy takes those of a profile, and gives none of their own', async () => {
    const platform = await startTestPlatform({ jobs: 'delivery' });
    await platform.client.putProfile('rbac', 'wide', { settings: WIDE });
    const ada = await userWith(platform, 'ada', deployerGrants('a'));
    const widened = { profile: 'wide', rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] };
    for (const policy of [{ clusterScope: true, rules: widened.rules }, widened]) {
      const document = granting(policy);
      expect(await ada.tryApplication(document)).toMatchObject({
        valid: false,
        errors: [
          { code: 'RBAC_ESCALATION', path: 'component[0].traits.rbac[0].clusterScope' },
          { code: 'RBAC_ESCALATION', path: 'component[0].traits.rbac[0].rules[0]' },
        ],
      });
      for (const refuse of [ada.planDocument, ada.renderDocument, ada.saveApplication]) {
        await expect(refuse(document)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      }
    }
    const taken = granting({ profile: 'wide' });
    expect(await ada.tryApplication(taken)).toMatchObject({ valid: true });
    expect(await ada.saveApplication(taken)).toMatchObject({ outcome: 'created' });
  });

  test('a profile that is narrowed is not had as it was by going back', async () => {
    const platform = await startTestPlatform();
    await platform.client.putProfile('rbac', 'wide', { settings: WIDE });
    const ada = await userWith(platform, 'ada', deployerGrants('a'));
    const { id } = await ada.saveApplication(granting({ profile: 'wide' }));
    await platform.client.putProfile('rbac', 'wide', { settings: { ...WIDE, clusterScope: false } });
    await ada.saveApplication(granting({ profile: 'wide' }));
    await expect(ada.planApplication(id, { operation: 'rollback', revision: 1 })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await expect(ada.rollbackApplication(id, { revision: 1 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('a trial reports what saving would refuse, and nothing of applications the caller may not read', async () => {
    const platform = await startTestPlatform();
    const secret = (value: string) =>
      json({
        name: 'shop',
        project: 'a',
        component: [{ name: 'key', type: 'secret', properties: { secret: { K: value } } }],
      });
    await platform.client.saveApplication(secret('hunter2'));
    const ada = await userWith(platform, 'ada', deployerGrants('a'));
    const eve = await userWith(platform, 'eve', deployerGrants('b'));
    expect(await ada.tryApplication(secret('********'))).toMatchObject({ valid: true });
    expect(await eve.tryApplication(secret('********'))).toMatchObject({
      valid: false,
      errors: [{ code: 'MASKED_SECRET_UNKNOWN' }],
    });
  });
});

describe('projects', () => {
  test('a list holds what the caller may read, whatever they filter by', async () => {
    const platform = await startTestPlatform();
    for (const project of ['a', 'b', '']) await platform.client.saveApplication(shopIn(project));
    const ada = await userWith(platform, 'ada', [...deployerGrants('a'), { project: '', role: 'viewer' }]);
    const listedProjects = async (client: PlatformClient, filter = {}) =>
      (await client.listApplications(filter)).applications.map(({ project }) => project).sort();
    expect(await listedProjects(ada)).toEqual(['', 'a']);
    expect(await listedProjects(ada, { name: 'shop' })).toEqual(['', 'a']);
    expect(await listedProjects(ada, { project: 'b' })).toEqual([]);
    expect(await listedProjects(platform.client)).toEqual(['', 'a', 'b']);
  });

  test('an update in place moves an application only between projects where the caller may deploy', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(shopIn('a'));
    const { id: foreign } = await platform.client.saveApplication(shopIn('c'));
    const ada = await userWith(platform, 'ada', [...deployerGrants('a', 'b'), { project: 'd', role: 'viewer' }]);
    expect(await ada.saveApplication(shopIn('b', { id }))).toMatchObject({ id, project: 'b' });
    for (const [document, code] of [
      [shopIn('c', { id }), 'FORBIDDEN'],
      [shopIn('d', { id }), 'FORBIDDEN'],
      [shopIn('a', { id: foreign, name: 'stolen' }), 'APPLICATION_NOT_FOUND'],
      [shopIn('c'), 'FORBIDDEN'],
      [shopIn('*'), 'FORBIDDEN'],
    ] as const) {
      await expect(ada.saveApplication(document)).rejects.toMatchObject({ code });
    }
    expect(await platform.client.getApplication(id)).toMatchObject({ project: 'b' });
    expect(await platform.client.getApplication(foreign)).toMatchObject({ project: 'c', name: 'shop' });
  });

  test('going back to a revision does not take an application to a project where the caller may not deploy', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(shopIn('c'));
    await platform.client.saveApplication(shopIn('a', { id }));
    const ada = await userWith(platform, 'ada', deployerGrants('a'));
    await expect(ada.rollbackApplication(id, { revision: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await platform.client.getApplication(id)).toMatchObject({ project: 'a', revision: 2 });
  });

  test('templates of projects the caller may not read are not there, by id as by name', async () => {
    const platform = await startTestPlatform();
    const template = json({ name: 'base', project: 'c', tmpEnable: true, component: [webservice('web')] });
    const { id } = await platform.client.saveApplication(template);
    const ada = await userWith(platform, 'ada', deployerGrants('a'));
    for (const reference of [id, 'base']) {
      const component = [{ name: 'mine', template: { id: reference } }];
      await expect(ada.saveApplication(json({ name: 'copy', project: 'a', component }))).rejects.toMatchObject({
        code: 'APPLICATION_NOT_FOUND',
      });
    }
  });

  test('the run that deleted an application can still be read in its project, and only there', async () => {
    const platform = await startTestPlatform();
    const ada = await userWith(platform, 'ada', [{ project: 'a', role: 'operator' }]);
    const bob = await userWith(platform, 'bob', [{ project: 'b', role: 'operator' }]);
    const { id } = await ada.saveApplication(shopIn('a'));
    const { taskId } = await ada.deleteApplication(id);
    for await (const _event of ada.followRun(taskId));
    await expect(ada.getApplication(id)).rejects.toMatchObject({ code: 'APPLICATION_NOT_FOUND' });
    expect(await ada.taskStatus(taskId)).toMatchObject({ status: 'completed' });
    await expect(bob.taskStatus(taskId)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
  });

  test('a run of another project cannot be distinguished from none, also when it is named in a body', async () => {
    const platform = await startTestPlatform();
    const ada = await userWith(platform, 'ada', deployerGrants('a'));
    const { id } = await ada.saveApplication(shopIn('a'));
    const { id: foreign } = await platform.client.saveApplication(shopIn('b'));
    const { taskId } = await platform.client.execWorkflow(foreign);
    await expect(ada.cancelWorkflow(id, { taskId })).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' });
    await expect(platform.client.cancelWorkflow(id, { taskId })).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  });

  test('a refusal names the role that is needed, and where', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(shopIn('a'));
    const ada = await userWith(platform, 'ada', [{ project: 'a', role: 'viewer' }]);
    await expect(ada.restartApplication(id)).rejects.toThrow('role operator in project a');
    await expect(ada.listUsers()).rejects.toThrow('role admin on the whole platform');
  });
});

describe('streams', () => {
  test('a stream ends at the next heartbeat after its token was revoked, or its roles have changed', async () => {
    const clock = new ManualClock();
    const release = Promise.withResolvers<void>();
    const platform = await startTestPlatform({ clock, jobs: () => release.promise });
    const { id } = await platform.client.saveApplication(shopIn('a'));
    const { taskId } = await platform.client.execWorkflow(id);
    await platform.client.createUser({ name: 'ada', roles: [{ project: 'a', role: 'viewer' }] });
    const open = async () => {
      const { token, id: tokenId } = await platform.client.createToken({ name: 'streams', user: 'ada' });
      const headers = { authorization: `Bearer ${token}` };
      const response = await platform.send('GET', `/api/v1/workflow/tasks/${taskId}/events`, { headers });
      const reader = response.body?.getReader();
      await reader?.read();
      return { tokenId, reader };
    };
    const [revoked, changed] = [await open(), await open()];
    await platform.client.revokeToken(revoked.tokenId);
    await clock.advance(15_000);
    await ended(revoked.reader);
    await platform.client.changeUser('ada', { roles: [] });
    await clock.advance(15_000);
    await ended(changed.reader);
    release.resolve();
  });
});

async function ended(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  for (let open = true; open; ) open = (await reader?.read())?.done === false;
}
