import { SECRET_MASK } from '@kubemin/model';
import { sql } from '@kubemin/sql';
import { describeDatabasesOf } from '@kubemin/testing/vitest';
import { describe, expect, test } from 'vitest';
import type { ServerTables } from '../api/tables.ts';
import { json, SHOP, webservice } from '../test-support/documents.ts';
import {
  readError,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from '../test-support/test-platform.ts';
import { SERVER_MIGRATIONS } from './migrations.ts';

async function saveError(platform: TestPlatform, document: object) {
  return readError(await platform.send('POST', '/api/v1/applications', { body: JSON.stringify(document) }));
}

async function componentIds(platform: TestPlatform, appId: string): Promise<Readonly<Record<string, number>>> {
  const { components } = await platform.client.listComponents(appId);
  return Object.fromEntries(components.map(({ name, id }) => [name, id]));
}

async function tableRows(platform: TestPlatform, table: keyof ServerTables): Promise<readonly unknown[]> {
  return (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(platform.database.query)).rows;
}

describeDatabasesOf(['sqlite', 'postgres'], 'applications', (dialect) => {
  async function start(options: TestPlatformOptions = {}): Promise<TestPlatform> {
    return startTestPlatform({ ...options, place: await dialect.create() });
  }

  describe('creating an application', () => {
    test('a new document becomes an application at revision 1 with its components, in their order, not deployed', async () => {
      const platform = await start();
      const saved = await platform.client.saveApplication(json(SHOP));
      expect(saved).toMatchObject({
        name: 'shop',
        namespace: 'default',
        version: '1.0.0',
        revision: 1,
        outcome: 'created',
      });
      expect(saved.id).toMatch(/^[a-z][a-z0-9]{7}$/);
      const detail = await platform.client.getApplication(saved.id);
      expect(detail.components.map(({ name }) => name)).toEqual(['settings', 'credentials', 'database', 'web']);
      for (const component of detail.components) {
        expect(component).toMatchObject({
          appId: saved.id,
          namespace: 'default',
          status: 'Unknown',
          reason: 'NotDeployed',
        });
      }
      expect(detail.components[3]).toMatchObject({
        type: 'webservice',
        image: 'nginx:1.27',
        replicas: 2,
        readyReplicas: 0,
      });
    });

    test('components have replicas where they run something, and none where they are data', async () => {
      const platform = await start();
      const [settings, ...rest] = SHOP.component;
      const component = [{ ...settings, image: 'meaningless:1', replicas: 3 }, ...rest];
      const { id } = await platform.client.saveApplication(json({ ...SHOP, component }));
      const { components } = await platform.client.listComponents(id);
      expect(components.map(({ name, replicas, readyReplicas }) => [name, replicas, readyReplicas])).toEqual([
        ['settings', undefined, undefined],
        ['credentials', undefined, undefined],
        ['database', 1, 0],
        ['web', 2, 0],
      ]);
    });

    test('YAML is accepted, and what its author wrote is kept byte for byte', async () => {
      const platform = await start();
      const text =
        '# our shop\nname: shop\ncomponent:\n  - name: web\n    type: webservice\n    image: nginx # latest\n';
      const saved = await platform.client.saveApplication({ text, format: 'yaml' });
      expect(saved.name).toBe('shop');
      expect(await tableRows(platform, 'revisions')).toMatchObject([{ source_format: 'yaml', creator: 'tester' }]);
      const { query } = await platform.database.withTables<ServerTables>('server', SERVER_MIGRATIONS);
      const { source } = await query.selectFrom('revisions').select('source').executeTakeFirstOrThrow();
      expect(source).not.toContain('shop');
      expect(platform.vault.open(source)).toBe(text);
    });

    test('warnings come back with the application', async () => {
      const platform = await start();
      const saved = await platform.client.saveApplication(json({ ...SHOP, colour: 'red' }), { lenient: true });
      expect(saved.problems).toMatchObject([{ code: 'UNKNOWN_FIELD', severity: 'warning' }]);
    });

    test('a document that breaks rules is 400 10020 with every problem, and nothing is stored', async () => {
      const platform = await start();
      const error = await saveError(platform, {
        name: 'S',
        component: [{ name: 'web', type: 'gadget' }, webservice('web')],
      });
      expect(error).toMatchObject({ status: 400, code: 10020, error: 'VALIDATION_FAILED' });
      const codes = error.problems?.map(({ code }) => code);
      expect(codes).toEqual(
        expect.arrayContaining(['NAME_TOO_SHORT', 'INVALID_COMPONENT_TYPE', 'DUPLICATE_COMPONENT']),
      );
      expect(await tableRows(platform, 'applications')).toEqual([]);
    });

    test('a component without an image is 400 10001', async () => {
      const platform = await start();
      const error = await saveError(platform, { name: 'shop', component: [{ name: 'web', type: 'webservice' }] });
      expect(error).toMatchObject({
        status: 400,
        code: 10001,
        error: 'IMAGE_MISSING',
        problems: [{ code: 'MISSING_IMAGE' }],
      });
    });

    test('a save that fails in the middle leaves nothing behind', async () => {
      const platform = await start();
      await platform.database.query.schema.alterTable('revisions').renameTo('elsewhere').execute();
      expect(await saveError(platform, SHOP)).toMatchObject({ status: 500, error: 'INTERNAL' });
      expect(await tableRows(platform, 'applications')).toEqual([]);
      expect(await tableRows(platform, 'components')).toEqual([]);
    });

    test('many who create the same application at once make one, and all get it', async () => {
      const platform = await start();
      const saves = await Promise.all(Array.from({ length: 10 }, () => platform.client.saveApplication(json(SHOP))));
      expect(new Set(saves.map(({ id }) => id)).size).toBe(1);
      expect(saves.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
      expect(await tableRows(platform, 'applications')).toHaveLength(1);
    });
  });

  describe('updating an application in place', () => {
    test('the same document again changes nothing, and makes no revision', async () => {
      const platform = await start();
      const first = await platform.client.saveApplication(json(SHOP));
      const again = await platform.client.saveApplication({ text: JSON.stringify(SHOP, undefined, 2), format: 'json' });
      expect(again).toEqual({ ...first, outcome: 'unchanged' });
      const withId = await platform.client.saveApplication(json({ id: first.id, ...SHOP }));
      expect(withId.outcome).toBe('unchanged');
      expect(await tableRows(platform, 'revisions')).toHaveLength(1);
    });

    test('a changed document is the next revision of the same application, with the same workflow and component ids', async () => {
      const platform = await start();
      const first = await platform.client.saveApplication(json(SHOP));
      const ids = await componentIds(platform, first.id);
      const component = [...SHOP.component, webservice('extra')];
      const second = await platform.client.saveApplication(json({ ...SHOP, version: '2.0.0', component }));
      expect(second).toMatchObject({
        id: first.id,
        workflowId: first.workflowId,
        revision: 2,
        version: '2.0.0',
        outcome: 'updated',
      });
      expect(second.createTime).toBe(first.createTime);
      expect(await componentIds(platform, first.id)).toMatchObject(ids);
    });

    test('a version that is left out stays what it was', async () => {
      const platform = await start();
      await platform.client.saveApplication(json({ ...SHOP, version: '2.0.0' }));
      const component = [...SHOP.component, webservice('extra')];
      const second = await platform.client.saveApplication(json({ ...SHOP, component }));
      expect(second).toMatchObject({ version: '2.0.0', outcome: 'updated' });
      const third = await platform.client.saveApplication(json({ ...SHOP, component }));
      expect(third).toMatchObject({ version: '2.0.0', outcome: 'unchanged' });
    });

    test('a change Kubernetes would refuse is refused before anything is stored', async () => {
      const platform = await start();
      const storage = (size: string) => [{ name: 'data', type: 'persistent', size }];
      const withSize = (size: string) =>
        json({ ...SHOP, component: [{ ...webservice('web'), traits: { storage: storage(size) } }] });
      await platform.client.saveApplication(withSize('5Gi'));
      await expect(platform.client.saveApplication(withSize('1Gi'))).rejects.toMatchObject({
        problems: [{ code: 'STORAGE_SHRINK', path: 'component[0].traits.storage[0].size' }],
      });
      expect(await tableRows(platform, 'revisions')).toHaveLength(1);
    });

    test('texts that are emptied are stored empty', async () => {
      const platform = await start();
      const { id } = await platform.client.saveApplication(json({ ...SHOP, tmpEnable: true }));
      await platform.client.saveApplication(json({ name: 'shop', component: SHOP.component }));
      expect(await platform.client.getApplication(id)).toMatchObject({ alias: '', description: '', tmpEnable: false });
    });

    test('a component that goes is noted, and has its old id when it comes back', async () => {
      const platform = await start();
      const { id } = await platform.client.saveApplication(json(SHOP));
      const ids = await componentIds(platform, id);
      const without = SHOP.component.filter(({ name }: { readonly name?: string }) => name !== 'database');
      const second = await platform.client.saveApplication(json({ ...SHOP, component: without }));
      expect(second.removedComponents).toEqual(['database']);
      expect(Object.keys(await componentIds(platform, id))).toEqual(['settings', 'credentials', 'web']);
      expect(await tableRows(platform, 'revisions')).toMatchObject([{}, { removed_components: '["database"]' }]);
      const third = await platform.client.saveApplication(json(SHOP));
      expect(third).toMatchObject({ revision: 3, removedComponents: [] });
      expect(await componentIds(platform, id)).toEqual(ids);
    });

    test('the same name in another namespace or project is another application', async () => {
      const platform = await start();
      const places = [{}, { namespace: 'other' }, { project: 'p' }];
      const saved = await Promise.all(
        places.map((place) => platform.client.saveApplication(json({ ...SHOP, ...place }))),
      );
      expect(new Set(saved.map(({ id }) => id)).size).toBe(3);
    });

    test('a document with an id updates that application, also its name', async () => {
      const platform = await start();
      const { id } = await platform.client.saveApplication(json(SHOP));
      const renamed = await platform.client.saveApplication(json({ ...SHOP, id, name: 'store' }));
      expect(renamed).toMatchObject({ id, name: 'store', revision: 2 });
      expect((await platform.client.listApplications()).applications).toHaveLength(1);
    });

    test('an id that does not exist is 404 10005, and nothing is created', async () => {
      const platform = await start();
      const error = await saveError(platform, { ...SHOP, id: 'nothing' });
      expect(error).toMatchObject({ status: 404, code: 10005, error: 'APPLICATION_NOT_FOUND' });
      expect(await tableRows(platform, 'applications')).toEqual([]);
    });

    test('a rename onto the name of another application is 409 10003', async () => {
      const platform = await start();
      await platform.client.saveApplication(json(SHOP));
      const { id } = await platform.client.saveApplication(json({ ...SHOP, name: 'store' }));
      const error = await saveError(platform, { ...SHOP, id });
      expect(error).toMatchObject({ status: 409, code: 10003, error: 'APPLICATION_NAME_TAKEN' });
      expect(await platform.client.getApplication(id)).toMatchObject({ name: 'store', revision: 1 });
    });

    test('many different updates at once become as many revisions, one after the other', async () => {
      const platform = await start();
      const versions = Array.from({ length: 8 }, (_, index) => `1.${index}.0`);
      const saves = await Promise.all(
        versions.map((version) => platform.client.saveApplication(json({ ...SHOP, version }))),
      );
      expect(saves.map(({ revision }) => revision).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });
  });

  describe('secrets', () => {
    test('no response holds a secret value', async () => {
      const platform = await start();
      const { id } = await platform.client.saveApplication(json(SHOP));
      const { taskId } = await platform.client.execWorkflow(id);
      const paths = [
        '/applications',
        `/applications/${id}`,
        `/applications/${id}/components`,
        `/applications/${id}/tasks`,
        `/workflow/tasks/${taskId}/status`,
        `/workflow/tasks/${taskId}/events`,
      ];
      for (const path of paths) {
        const response = await platform.send('GET', `/api/v1${path}`);
        expect(response.status, path).toBe(200);
        expect(await response.text(), path).not.toContain('hunter2');
      }
      const { components } = await platform.client.listComponents(id);
      expect(components[1]).toMatchObject({ properties: { secret: { PASSWORD: SECRET_MASK } } });
    });

    test('an application sent back as it was shown keeps its secret values', async () => {
      const platform = await start();
      const { id } = await platform.client.saveApplication(json(SHOP));
      const { components } = await platform.client.getApplication(id);
      const component = components.map(({ name, type, image, replicas, properties, traits }) => ({
        name,
        type,
        image,
        replicas,
        properties,
        traits,
      }));
      const saved = await platform.client.saveApplication(json({ ...SHOP, component }));
      expect(saved.outcome).toBe('unchanged');
    });

    test('a mask with nothing behind it is refused', async () => {
      const platform = await start();
      const component = [{ name: 'credentials', type: 'secret', properties: { secret: { PASSWORD: SECRET_MASK } } }];
      const error = await saveError(platform, { name: 'shop', component });
      expect(error).toMatchObject({ status: 400, code: 10020, problems: [{ code: 'MASKED_SECRET_UNKNOWN' }] });
    });
  });

  describe('finding applications', () => {
    test('the one changed last comes first, and filters match exactly', async () => {
      const platform = await start();
      for (const name of ['one', 'two', 'three']) await platform.client.saveApplication(json({ ...SHOP, name }));
      await platform.client.saveApplication(json({ ...SHOP, name: 'one', version: '2' }));
      const names = async (filter: object): Promise<readonly string[]> =>
        (await platform.client.listApplications(filter)).applications.map(({ name }) => name);
      expect((await names({}))[0]).toBe('one');
      expect(await names({ name: 'two' })).toEqual(['two']);
      expect(await names({ name: 'tw' })).toEqual([]);
      expect(await names({ name: 'two', namespace: 'other' })).toEqual([]);
      expect(await names({ project: '' })).toHaveLength(3);
    });

    test('an application that does not exist is 404 10005 on every route that names one', async () => {
      const platform = await start();
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/components', undefined],
        ['GET', '/tasks', undefined],
        ['POST', '/workflow/exec', '{}'],
        ['POST', '/workflow/cancel', '{"taskId":"t"}'],
      ] as const) {
        const response = await platform.send(method, `/api/v1/applications/nothing${path}`, { ...(body && { body }) });
        expect(await readError(response), path).toMatchObject({
          status: 404,
          code: 10005,
          error: 'APPLICATION_NOT_FOUND',
        });
      }
    });
  });

  describe('trying a document', () => {
    test('a valid one has no errors, and nothing is stored', async () => {
      const platform = await start();
      expect(await platform.client.tryApplication(json(SHOP))).toEqual({ valid: true, errors: [], warnings: [] });
      expect(await tableRows(platform, 'applications')).toEqual([]);
    });

    test('errors and warnings are distinguished, each with its place in the text', async () => {
      const platform = await start();
      const text = 'name: shop\ncolour: red\ncomponent:\n  - name: web\n    type: webservice\n';
      const trial = await platform.client.tryApplication({ text, format: 'yaml' });
      expect(trial.valid).toBe(false);
      expect(trial.errors).toMatchObject([
        { code: 'UNKNOWN_FIELD', position: { line: 2 } },
        { code: 'MISSING_IMAGE', path: 'component[0].image' },
      ]);
      const lenient = await platform.client.tryApplication({ text, format: 'yaml' }, { lenient: true });
      expect(lenient.warnings).toMatchObject([{ code: 'UNKNOWN_FIELD', position: { line: 2 } }]);
    });
  });
});
