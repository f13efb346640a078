import { readFileSync } from 'node:fs';
import { SECRET_MASK } from '@kubemin/model';
import { describe, expect, test } from 'vitest';
import { json, webservice } from '../test-support/documents.ts';
import { readError, startTestPlatform, type TestPlatform } from '../test-support/test-platform.ts';

const example = (file: string) => ({
  text: readFileSync(new URL(`../../../../examples/multi-mysql/${file}.yaml`, import.meta.url), 'utf8'),
  format: 'yaml' as const,
});

const TEMPLATE = {
  name: 'mysql-template',
  version: '1.2.0',
  tmpEnable: true,
  component: [
    { name: 'tem-mysql-secret', type: 'secret', properties: { secret: { password: 'change-me' } } },
    { name: 'tem-mysql', type: 'store', image: 'mysql:8.4', properties: { ports: [{ port: 3306 }] } },
  ],
};
const entry = (more: object = {}, id = 'mysql-template') => ({ template: { id }, ...more });
const shop = (component: readonly object[], more: object = {}) => ({ name: 'shop', component, ...more });

async function saveError(platform: TestPlatform, document: object) {
  return readError(await platform.send('POST', '/api/v1/applications', { body: JSON.stringify(document) }));
}

async function components(platform: TestPlatform, document: object) {
  const { id } = await platform.client.saveApplication(json(document));
  return (await platform.client.listComponents(id)).components;
}

describe('an application that names a template', () => {
  test('has the components of the template under names of its own, and names their origin', async () => {
    const platform = await startTestPlatform();
    const template = await platform.client.saveApplication(json(TEMPLATE));
    const made = await components(platform, shop([webservice('web'), entry()]));
    expect(made.map(({ name, type, image }) => [name, type, image])).toEqual([
      ['web', 'webservice', 'nginx:1.27'],
      ['shop-secret', 'secret', undefined],
      ['shop-mysql', 'store', 'mysql:8.4'],
    ]);
    expect(made[2]?.properties).toMatchObject({
      annotations: { 'kubemin.io/template-id': template.id, 'kubemin.io/template-component': 'tem-mysql' },
    });
  });

  test.each(['stock', 'billing', 'reports'])('%s of the examples is stored and runs to its end', async (name) => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(example('template'));
    const { id, problems } = await platform.client.saveApplication(example(name));
    expect(problems).toEqual([]);
    const { taskId } = await platform.client.execWorkflow(id);
    for await (const _event of platform.client.followRun(taskId));
    expect(await platform.client.taskStatus(taskId)).toMatchObject({ status: 'completed' });
  });

  test('finds it by its id, by its name, and by its name in another namespace', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json({ ...TEMPLATE, namespace: 'team-a' }));
    for (const [index, called] of [id, 'mysql-template', 'MySQL-Template'].entries()) {
      const made = await components(platform, { ...shop([entry({}, called)]), name: `shop-${index}` });
      expect(made).toHaveLength(2);
    }
  });

  test('must give the id where several templates have the name, unless one of them is its neighbour', async () => {
    const platform = await startTestPlatform();
    for (const namespace of ['team-a', 'team-b']) {
      await platform.client.saveApplication(json({ ...TEMPLATE, namespace }));
    }
    expect(await saveError(platform, shop([entry()]))).toMatchObject({
      status: 400,
      problems: [{ code: 'TEMPLATE_AMBIGUOUS', path: 'component[0].template.id' }],
    });
    expect(await components(platform, shop([entry()], { namespace: 'team-b' }))).toHaveLength(2);
  });

  test('saved again it is unchanged; after the template has changed it is a new revision', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(TEMPLATE));
    const document = json(shop([entry()]));
    const first = await platform.client.saveApplication(document);
    expect((await platform.client.saveApplication(document)).outcome).toBe('unchanged');
    await platform.client.saveApplication(json({ ...TEMPLATE, version: '1.3.0' }));
    expect(await platform.client.saveApplication(document)).toMatchObject({ id: first.id, revision: 2 });
  });

  test('keeps the secret it has where the entry sends the mask back', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(TEMPLATE));
    const withSecret = (password: string) =>
      json(shop([entry({ type: 'secret', properties: { secret: { password } } })]));
    await platform.client.saveApplication(withSecret('mine'));
    expect((await platform.client.saveApplication(withSecret(SECRET_MASK))).outcome).toBe('unchanged');
  });
});

describe('refusals', () => {
  test.each<readonly [string, object, object]>([
    [
      'an unknown template is 404 10005',
      entry({}, 'nothing'),
      { status: 404, code: 10005, problems: [{ code: 'TEMPLATE_NOT_FOUND', path: 'component[1].template.id' }] },
    ],
    [
      'an application that is no template is 400 10007',
      entry({}, 'plain'),
      { status: 400, code: 10007, problems: [{ code: 'TEMPLATE_NOT_ENABLED', path: 'component[1].template.id' }] },
    ],
    [
      'a template without components is 400 10008',
      entry({}, 'hollow'),
      { status: 400, code: 10008, problems: [{ code: 'TEMPLATE_EMPTY', path: 'component[1].template.id' }] },
    ],
    [
      'a target there is not is 400 10010',
      { template: { id: 'mysql-template', target: 'redis' } },
      { status: 400, code: 10010, problems: [{ code: 'TEMPLATE_TARGET_NOT_FOUND' }] },
    ],
    [
      'a target of another type is 400 10010',
      { type: 'secret', template: { id: 'mysql-template', target: 'tem-mysql' } },
      { status: 400, code: 10010, problems: [{ code: 'TEMPLATE_TYPE_MISMATCH', path: 'component[1].type' }] },
    ],
    [
      'the application itself is 400 10020',
      entry({}, 'shop'),
      { status: 400, code: 10020, problems: [{ code: 'TEMPLATE_OF_ITSELF' }] },
    ],
  ])('%s, and nothing is stored', async (_name, wanted, expected) => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(TEMPLATE));
    await platform.client.saveApplication(json({ ...TEMPLATE, name: 'plain', tmpEnable: false }));
    await platform.client.saveApplication(json({ name: 'hollow', tmpEnable: true }));
    const { id } = await platform.client.saveApplication(json(shop([webservice('web')])));
    expect(await saveError(platform, shop([webservice('web'), wanted]))).toMatchObject(expected);
    expect(await platform.client.getApplication(id)).toMatchObject({ revision: 1 });
  });

  test('problems of the whole point at what the author wrote, not at where the components ended up', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(TEMPLATE));
    const workflow = [{ name: 'all', components: ['web', 'shop-mysql', 'shop-secret', 'gone'] }];
    const document = shop([entry({ replicas: 2 }), webservice('web', { dependsOn: ['gone'] })], { workflow });
    expect(await saveError(platform, document)).toMatchObject({
      status: 400,
      code: 10020,
      problems: [
        { code: 'COMPONENT_NOT_FOUND', path: 'component[1].dependsOn[0]' },
        { code: 'COMPONENT_NOT_FOUND', path: 'workflow[0].components[3]' },
      ],
    });
    const masked = entry({ type: 'secret', properties: { secret: { password: SECRET_MASK } } });
    expect(await saveError(platform, shop([masked, webservice('web')]))).toMatchObject({
      problems: [{ code: 'MASKED_SECRET_UNKNOWN', path: 'component[0].properties.secret.password' }],
    });
  });
});

test('trying a document resolves its templates too, and stores nothing', async () => {
  const platform = await startTestPlatform();
  await platform.client.saveApplication(json(TEMPLATE));
  const trial = await platform.client.tryApplication(
    json(shop([webservice('web', { dependsOn: ['shop-mysql'] }), entry()])),
  );
  expect(trial).toEqual({ valid: true, errors: [], warnings: [] });
  expect(await platform.client.tryApplication(json(shop([entry({}, 'nothing')])))).toMatchObject({
    valid: false,
    errors: [{ code: 'TEMPLATE_NOT_FOUND' }],
  });
  expect((await platform.client.listApplications()).applications).toHaveLength(1);
});

describe('parameters of a template', () => {
  const PARAMETERS = [
    {
      name: 'password',
      type: 'secret',
      required: true,
      fields: ['component[tem-mysql-secret].properties.secret.password'],
    },
    { name: 'copies', type: 'integer', minimum: 1, maximum: 3, fields: ['component[tem-mysql].replicas'] },
    { name: 'port', type: 'integer', fields: ['component[tem-mysql].properties.ports[0].port'] },
    { name: 'host', fields: ['component[tem-mysql].properties.env.HOST'] },
    {
      name: 'version',
      default: '8.4',
      fields: [{ path: 'component[tem-mysql].image', text: 'mysql:{version}' }],
    },
  ];
  const [secret, store] = TEMPLATE.component;
  const PARAMETERISED = {
    ...TEMPLATE,
    parameters: PARAMETERS,
    component: [secret, { ...store, properties: { ports: [{ port: 3306 }], env: { HOST: 'tem-mysql:3306' } } }],
  };
  const given = (parameters: object, more: object = {}) =>
    entry({ template: { id: 'mysql-template', parameters }, ...more });

  test('fill fields in their types, and what a user gives is not renamed as the template is', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(PARAMETERISED));
    const values = { password: 'at-tem-mysql:1', copies: 2, port: 3307, host: 'tem-mysql:99' };
    const { id } = await platform.client.saveApplication(json(shop([given(values)])));
    const { document } = await platform.client.getRevision(id, '1');
    expect(document.component).toMatchObject([
      { name: 'shop-secret', properties: { secret: { password: SECRET_MASK } } },
      {
        name: 'shop-mysql',
        image: 'mysql:8.4',
        replicas: 2,
        properties: { ports: [{ port: 3307 }], env: { HOST: 'tem-mysql:99' } },
      },
    ]);
    expect(document.templates).toBeUndefined();
  });

  test('keep what the template has where no value is given, with references renamed', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(PARAMETERISED));
    const made = await components(
      platform,
      shop([given({ password: 'hunter22' }, { type: 'store', image: 'mysql:9.3' })]),
    );
    expect(made[1]).toMatchObject({
      image: 'mysql:9.3',
      replicas: 1,
      properties: { env: { HOST: 'shop-mysql:3306' } },
    });
  });

  test('are refused with everything that is wrong at once, and nothing is stored', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(PARAMETERISED));
    const wanted = given({ copies: 9, port: '3306', hosts: 'x', version: 'not an image' });
    const error = await saveError(platform, shop([webservice('web'), wanted]));
    expect(error).toMatchObject({
      status: 400,
      problems: [
        { code: 'UNKNOWN_PARAMETER', path: 'component[1].template.parameters.hosts', fix: expect.any(String) },
        { code: 'MISSING_PARAMETER', path: 'component[1].template.parameters.password' },
        { code: 'INVALID_PARAMETER_VALUE', path: 'component[1].template.parameters.copies' },
        { code: 'INVALID_PARAMETER_VALUE', path: 'component[1].template.parameters.port' },
      ],
    });
    const image = given({ password: 'hunter22', port: 70000, version: 'not an image' });
    expect(await saveError(platform, shop([image]))).toMatchObject({
      problems: [
        { code: 'INVALID_IMAGE', path: 'component[0].template.parameters.version' },
        { code: 'INVALID_PORT', path: 'component[0].template.parameters.port' },
      ],
    });
    expect((await platform.client.listApplications()).applications).toHaveLength(1);
  });

  test('are shared by all entries of the template, which must not contradict each other', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(PARAMETERISED));
    const both = (copies: number) =>
      shop([given({ password: 'hunter22', copies: 2 }), given({ copies }, { name: 'other', type: 'store' })]);
    expect(await saveError(platform, both(3))).toMatchObject({
      problems: [{ code: 'DUPLICATE_PARAMETER', path: 'component[1].template.parameters.copies' }],
    });
    expect(await components(platform, both(2))).toHaveLength(2);
  });

  test('a secret that comes back masked keeps its value', async () => {
    const platform = await startTestPlatform();
    await platform.client.saveApplication(json(PARAMETERISED));
    await platform.client.saveApplication(json(shop([given({ password: 'hunter22' })])));
    const masked = json(shop([given({ password: SECRET_MASK })]));
    expect((await platform.client.saveApplication(masked)).outcome).toBe('unchanged');
    expect(await saveError(platform, { ...shop([given({ password: SECRET_MASK })]), name: 'fresh' })).toMatchObject({
      problems: [{ code: 'MASKED_SECRET_UNKNOWN', path: 'component[0].template.parameters.password' }],
    });
  });

  test('are described for forms, with the defaults of the template and without its secrets', async () => {
    const platform = await startTestPlatform();
    const { id } = await platform.client.saveApplication(json(PARAMETERISED));
    const described = await platform.client.templateParameters(id);
    expect(described.parameters.map(({ name, default: usual }) => [name, usual])).toEqual([
      ['password', undefined],
      ['copies', 1],
      ['port', 3306],
      ['host', 'tem-mysql:3306'],
      ['version', '8.4'],
    ]);
    expect(described.form[0]).toMatchObject({ name: 'password', widget: 'password', required: true });
    expect(described.schema).toMatchObject({ required: ['password'], additionalProperties: false });
    expect(JSON.stringify(described)).not.toContain('change-me');
    const { id: plain } = await platform.client.saveApplication(json(shop([webservice('web')])));
    expect(await platform.client.templateParameters(plain)).toMatchObject({ parameters: [], form: [] });
  });
});
