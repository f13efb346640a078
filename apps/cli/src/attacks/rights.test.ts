import { type DocumentText, isTerminal, type PlatformClient, PlatformError } from '@kubemin/client';
import { apps, authorization, core, rbac } from '@kubemin/kubeapi/resources';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AttackedPlatform, startAttackedPlatform } from '../test-support/attacked-platform.ts';

let platform: AttackedPlatform;
/** May deploy everywhere, and is no administrator. */
let mallory: PlatformClient;

beforeAll(async () => {
  platform = await startAttackedPlatform('--closed-namespaces', 'vault-*');
  mallory = await platform.user('mallory', { project: '*', role: 'operator' });
}, 60_000);
afterAll(() => platform?.close());

const POD_READER = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const text = (document: object): DocumentText => ({ text: JSON.stringify(document), format: 'json' });
const web = (traits: object = {}, more: object = {}) => ({
  name: 'web',
  type: 'webservice',
  image: 'nginx:1.27',
  traits,
  ...more,
});
const application = (name: string, component: readonly object[], more: object = {}) =>
  text({ name, namespace: 'shop', component, ...more });
const secret = (name: string, traits: object = {}) => ({
  name,
  type: 'secret',
  properties: { secret: { PASSWORD: 'of-the-victim' } },
  traits,
});

/** The codes and paths a document is refused with, the same by every way that could save or plan it. */
async function refusals(client: PlatformClient, document: DocumentText): Promise<readonly string[]> {
  const { errors } = await client.tryApplication(document);
  for (const attempt of [client.planDocument, client.renderDocument, client.saveApplication]) {
    await expect(attempt(document)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  return errors.map(({ code, path }) => `${code} ${path}`);
}

/** How a run of an application ends, and why it or its jobs failed. */
async function outcome(client: PlatformClient, appId: string, revision?: number): Promise<string> {
  const { taskId } = await client.execWorkflow(appId, revision === undefined ? {} : { revision });
  for await (const event of client.followRun(taskId)) if (event.kind === 'task' && isTerminal(event.task.status)) break;
  const { jobs } = await client.listJobs(taskId);
  const { tasks } = await client.listTasks(appId, { limit: 1 });
  const errors = jobs.flatMap(({ error }) => error ?? []);
  return [tasks[0]?.status, ...(errors.length === 0 ? [tasks[0]?.error ?? []].flat() : errors)].join('; ');
}

async function problemCodes(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  if (!(error instanceof PlatformError)) throw new Error('nothing was refused', { cause: error });
  return (error.problems ?? []).map(({ code }) => code);
}

describe('namespaces', () => {
  test.each(['kube-system', 'kube-public', 'kube-node-lease', 'vault-one'])(
    'R-01: %s is closed to deployers as the namespace of a document, and open to administrators',
    async (namespace) => {
      const document = application('in-system', [web()], { namespace });
      expect(await refusals(mallory, document)).toEqual(['CLOSED_NAMESPACE namespace']);
      expect(await platform.admin.tryApplication(document)).toMatchObject({ valid: true });
    },
  );

  test('R-01: no policy, patch or older revision leads into a closed namespace', async () => {
    const rules = [POD_READER];
    const other = application('elsewhere', [web({ rbac: [{ rules }, { namespace: 'kube-system', rules }] })]);
    expect(await refusals(mallory, other)).toEqual([
      'RBAC_ESCALATION component[0].traits.rbac[1].namespace',
      'CLOSED_NAMESPACE component[0].traits.rbac[1].namespace',
    ]);
    const { id } = await mallory.saveApplication(application('patched', [web()]));
    expect(await problemCodes(mallory.patchApplication(id, { namespace: 'kube-system' }))).toEqual([
      'IMMUTABLE_CHANGE',
      'CLOSED_NAMESPACE',
    ]);

    // Accounts are called after components, and are not to be in the way of other tests.
    const own = { name: 'narrowed' };
    const component = [web({ rbac: [{ rules }, { namespace: 'kube-system', rules }] }, own)];
    const wide = await platform.admin.saveApplication(application('narrowed', component));
    await platform.admin.saveApplication(application('narrowed', [web({}, own)]));
    const refused = ['RBAC_ESCALATION', 'CLOSED_NAMESPACE'];
    expect(await problemCodes(mallory.rollbackApplication(wide.id, { revision: 1 }))).toEqual(refused);
    expect(await problemCodes(mallory.execWorkflow(wide.id, { revision: 1 }))).toEqual(refused);
    expect(await problemCodes(mallory.planApplication(wide.id, { revision: 1 }))).toEqual(refused);
    expect(await outcome(platform.admin, wide.id, 1)).toBe('completed');
  });

  test('R-01: a deployer changes the image of what an administrator put into a system namespace, and no more', async () => {
    const document = (image: string, more: readonly object[] = []) =>
      application('agent', [web({}, { image, replicas: 1 }), ...more], { namespace: 'kube-system' });
    const { id } = await platform.admin.saveApplication(document('nginx:1.26'));
    expect(await mallory.saveApplication(document('nginx:1.27'))).toMatchObject({ id, outcome: 'updated' });
    expect(await outcome(mallory, id)).toBe('completed');
    const further = document('nginx:1.27', [web({}, { name: 'further' })]);
    expect(await refusals(mallory, further)).toEqual(['CLOSED_NAMESPACE namespace']);
  });

  test('R-01: the namespace in which the jobs of another one run is closed to deployers', async () => {
    const namespaces = platform.kube.resource(core.v1.namespaces);
    const labels = { 'app.kubernetes.io/managed-by': 'kubemin', 'kubemin.io/jobs-of': 'team' };
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-jobs', labels } });
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'batch-jobs' } });
    const spying = application('spying', [web()], { namespace: 'team-jobs' });
    expect(await refusals(mallory, spying)).toEqual(['CLOSED_NAMESPACE namespace']);
    expect(await platform.admin.tryApplication(spying)).toMatchObject({ valid: true });
    const plain = application('batch', [web()], { namespace: 'batch-jobs' });
    expect(await mallory.tryApplication(plain)).toMatchObject({ valid: true });
  });

  test('R-01: a bundle is no way around the guard: only administrators import', async () => {
    const { id } = await platform.admin.saveApplication(application('bundled', [web()], { namespace: 'kube-system' }));
    const passphrase = 'correct horse battery';
    const { bundle } = await platform.admin.exportApplications({ passphrase, applications: [id] });
    await expect(mallory.importApplications({ bundle, passphrase })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(mallory.exportApplications({ passphrase })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('R-01: kube-system/simulation-rules is not written by any application', async () => {
    const rules = { name: 'simulation-rules', type: 'config', properties: { conf: { rules: 'nodes: []' } } };
    const document = application('steering', [rules], { namespace: 'kube-system' });
    expect(await refusals(mallory, document)).toEqual(['CLOSED_NAMESPACE namespace']);
    const { id } = await platform.admin.saveApplication(document);
    expect(await outcome(platform.admin, id)).toMatch(
      /^failed; ConfigMap kube-system\/simulation-rules belongs to the/,
    );
  });
});

describe('accounts and roles', () => {
  test('R-01: the account of a pod has what its policy names in its own namespace, and nothing elsewhere', async () => {
    const own = web({ rbac: [{ rules: [POD_READER] }] }, { name: 'insider' });
    const { id } = await mallory.saveApplication(application('inside', [own]));
    expect(await outcome(mallory, id)).toBe('completed');
    const { items } = await platform.kube.resource(apps.v1.deployments, 'shop').list();
    const account = items.find(({ metadata }) => metadata.name?.includes('insider'))?.spec?.template.spec
      ?.serviceAccountName;
    const may = async (verb: string, resource: string, namespace: string, user = account) => {
      const review = await platform.kube.resource(authorization.v1.subjectaccessreviews).create({
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        metadata: {},
        spec: { user: `system:serviceaccount:shop:${user}`, resourceAttributes: { verb, resource, namespace } },
      });
      return review.status?.allowed;
    };
    expect(account).toBeDefined();
    expect(await may('get', 'pods', 'shop')).toBe(true);
    expect(await may('get', 'pods', 'shop', 'default')).toBe(false);
    for (const namespace of ['kube-system', 'default']) expect(await may('get', 'pods', namespace)).toBe(false);
    for (const resource of ['secrets', 'configmaps', 'serviceaccounts']) {
      expect(await may('get', resource, 'shop')).toBe(false);
    }
    for (const verb of ['create', 'delete', 'patch']) expect(await may(verb, 'pods', 'shop')).toBe(false);
  });

  test('R-01: an account that already exists is not taken over, found at save and again at delivery', async () => {
    const accounts = platform.kube.resource(core.v1.serviceaccounts, 'shop');
    const roles = platform.kube.resource(rbac.v1.roles, 'shop');
    const traits = { rbac: [{ serviceAccount: 'controller', rules: [POD_READER] }] };
    const early = await mallory.saveApplication(application('early', [web(traits)]));
    await mallory.saveApplication(application('opening', [web()])).then(({ id }) => outcome(mallory, id));
    await accounts.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'controller' } });
    // Saved before the account was there.
    expect(await outcome(mallory, early.id)).toMatch(/ServiceAccount "controller" in namespace shop already exists/);
    expect(await platform.kube.resource(rbac.v1.rolebindings, 'shop').find('controller-binding')).toBeUndefined();
    const late = application('late', [web(traits)]);
    expect(await refusals(mallory, late)).toEqual(['FOREIGN_RIGHTS component[0].traits.rbac[0].serviceAccount']);
    const standard = application('late', [web({ rbac: [{ serviceAccount: 'default', rules: [POD_READER] }] })]);
    expect(await refusals(mallory, standard)).toEqual(['FOREIGN_RIGHTS component[0].traits.rbac[0].serviceAccount']);

    const everything = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
    await roles.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'everything' },
      rules: everything,
    });
    const bound = application('bound', [web({ rbac: [{ roleName: 'everything', rules: [POD_READER] }] })]);
    expect(await refusals(mallory, bound)).toEqual(['FOREIGN_RIGHTS component[0].traits.rbac[0].roleName']);
  });

  test('R-01: a profile does not lead to a ClusterRole of the cluster', async () => {
    await platform.admin.putProfile('rbac', 'watcher', { settings: { clusterScope: true, rules: [POD_READER] } });
    const taken = application('watching', [web({ rbac: [{ profile: 'watcher', roleName: 'cluster-admin' }] })]);
    expect(await refusals(mallory, taken)).toEqual(['FOREIGN_RIGHTS component[0].traits.rbac[0].roleName']);
    const fair = application('watching', [web({ rbac: [{ profile: 'watcher' }] })]);
    expect(await mallory.saveApplication(fair)).toMatchObject({ outcome: 'created' });
  });

  test('R-01: an account that an administrator gave stays, and is not passed on to another component', async () => {
    await platform.kube.resource(core.v1.serviceaccounts, 'default').create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'trusted' },
    });
    const policy = { serviceAccount: 'trusted', rules: [{ ...POD_READER, resources: ['secrets'] }] };
    const document = (components: readonly object[]) => application('given', components, { namespace: 'default' });
    const { id } = await platform.admin.saveApplication(document([web({ rbac: [policy] })]));
    expect(await mallory.saveApplication(document([web({ rbac: [policy] }, { image: 'nginx:1.28' })]))).toMatchObject({
      outcome: 'updated',
    });
    expect(await outcome(mallory, id)).toBe('completed');
    const second = web({ rbac: [policy] }, { name: 'second' });
    expect(await refusals(mallory, document([web({ rbac: [policy] }), second]))).toEqual([
      'RBAC_ESCALATION component[1].traits.rbac[0].rules[0]',
      'FOREIGN_RIGHTS component[1].traits.rbac[0].serviceAccount',
    ]);
  });
});

describe('power over the machine', () => {
  const contained = (securityContext: object) => ({ name: 'side', image: 'busybox:1.37', traits: { securityContext } });
  const traits = 'component[0].traits';

  test.each<readonly [string, object, string]>([
    ['a privileged container', { securityContext: { privileged: true } }, `${traits}.securityContext.privileged`],
    [
      'an added capability',
      { securityContext: { capabilities: { add: ['sys_admin'] } } },
      `${traits}.securityContext.capabilities.add[0]`,
    ],
    [
      'a container without seccomp',
      { securityContext: { seccompProfile: 'Unconfined' } },
      `${traits}.securityContext.seccompProfile`,
    ],
    [
      'a privileged sidecar',
      { sidecar: [contained({ privileged: true })] },
      `${traits}.sidecar[0].traits.securityContext.privileged`,
    ],
    [
      'a privileged init container',
      { init: [contained({ capabilities: { add: ['NET_RAW'] } })] },
      `${traits}.init[0].traits.securityContext.capabilities.add[0]`,
    ],
  ])('R-01: %s is refused to deployers, and open to administrators', async (_name, given, path) => {
    const document = application('strong', [web(given)]);
    expect(await refusals(mallory, document)).toEqual([`HOST_PRIVILEGE ${path}`]);
    expect(await platform.admin.tryApplication(document)).toMatchObject({ valid: true });
  });

  test('R-01: what containers have by default may be added, and what an administrator gave stays with its component', async () => {
    const capabilities = { add: ['NET_BIND_SERVICE'], drop: ['ALL'] };
    const ordinary = application('ordinary', [web({ securityContext: { capabilities } })]);
    expect(await mallory.tryApplication(ordinary)).toMatchObject({ valid: true });
    const strong = (name: string, image: string) =>
      web({ securityContext: { privileged: true } }, { name, image, replicas: 1 });
    const document = (components: readonly object[]) => application('agents', components);
    const { id } = await platform.admin.saveApplication(document([strong('agent', 'agent:1')]));
    expect(await mallory.saveApplication(document([strong('agent', 'agent:2')]))).toMatchObject({ outcome: 'updated' });
    expect(await outcome(mallory, id)).toBe('completed');
    const further = document([strong('agent', 'agent:2'), strong('further', 'agent:2')]);
    expect(await refusals(mallory, further)).toEqual(['HOST_PRIVILEGE component[1].traits.securityContext.privileged']);
  });
});

describe('Secrets and ConfigMaps of other applications', () => {
  const ingress = { name: 'way-in', tls: [{ secretName: 'db-password', hosts: ['a.test'] }], routes: [route()] };
  const references: readonly (readonly [string, object, string])[] = [
    ['envFrom', { envFrom: [{ type: 'secret', sourceName: 'db-password' }] }, 'envFrom[0].sourceName'],
    [
      'envs',
      { envs: [{ name: 'P', valueFrom: { secret: { name: 'db-password', key: 'PASSWORD' } } }] },
      'envs[0].valueFrom.secret.name',
    ],
    [
      'a volume',
      { storage: [{ name: 'files', type: 'secret', sourceName: 'db-password', mountPath: '/files' }] },
      'storage[0].sourceName',
    ],
    ['a pull secret', { imagePull: { secrets: ['db-password'] } }, 'imagePull.secrets[0]'],
    ['a sidecar', { sidecar: [sidecar()] }, 'sidecar[0].traits.envFrom[0].sourceName'],
    ['an ingress', { ingress: [ingress] }, 'ingress[0].tls[0].secretName'],
    ['a ConfigMap', { envFrom: [{ type: 'config', sourceName: 'db-settings' }] }, 'envFrom[0].sourceName'],
  ];

  function route() {
    return { path: '/', host: 'a.test', backend: { serviceName: 'web', servicePort: 80 } };
  }
  function sidecar() {
    const traits = { envFrom: [{ type: 'secret', sourceName: 'db-password' }] };
    return { name: 'side', image: 'busybox:1.37', traits };
  }

  test('R-01: are not read by any reference, and are once their owner shares them', async () => {
    const settings = { name: 'db-settings', type: 'config', properties: { conf: { MODE: 'fast' } } };
    const early = await mallory.saveApplication(
      application('early-reader', [web({ envFrom: [{ type: 'secret', sourceName: 'db-password' }] })]),
    );
    const victim = await platform.admin.saveApplication(application('victim', [secret('db-password'), settings]));
    expect(await outcome(platform.admin, victim.id)).toBe('completed');
    // Saved before the Secret was there.
    expect(await outcome(mallory, early.id)).toMatch(/Secret "db-password" in namespace shop belongs to another appl/);
    for (const [, traits, path] of references) {
      const document = application('reader', [web(traits, { properties: { ports: [80] } })]);
      expect(await refusals(mallory, document)).toEqual([`FOREIGN_REFERENCE component[0].traits.${path}`]);
      expect(await platform.admin.tryApplication(document)).toMatchObject({ valid: true });
    }
    const shared = application('victim', [secret('db-password', { share: 'default' }), settings]);
    await platform.admin.saveApplication(shared);
    expect(await outcome(platform.admin, victim.id)).toBe('completed');
    expect(await outcome(mallory, early.id)).toBe('completed');
  });

  test('R-01: are not made under a name for which pods of another application wait', async () => {
    for (const [index, [what, traits]] of references.entries()) {
      const lasting = JSON.parse(JSON.stringify(traits).replaceAll('db-', 'later-').replaceAll('a.test', 'b.test'));
      const name = `lurker-${index}`;
      const lurker = application(name, [web(lasting, { name, properties: { ports: [80] } })]);
      const { id } = await mallory.saveApplication(lurker);
      // Its pods wait; the run need not end before the other application comes.
      const { taskId } = await mallory.execWorkflow(id, {});
      await eventually(async () => (await mallory.listJobs(taskId)).jobs.length > 0);
      const settings = { name: 'later-settings', type: 'config', properties: { conf: { MODE: 'fast' } } };
      const victim = application('late-victim', [secret('later-password'), settings]);
      const saved = await platform.admin.saveApplication(victim);
      expect(`${what}: ${await outcome(platform.admin, saved.id)}`).toMatch(
        new RegExp(
          `^${what}: failed; component "later-.*" in namespace "shop" is referred to by application "${name}"`,
        ),
      );
      await expect(platform.admin.planApplication(saved.id, {})).rejects.toThrow(`application "${name}"`);
      await mallory.cancelWorkflow(id, { taskId }).catch(() => undefined);
      await mallory.deleteApplication(id, {});
      await eventually(async () => (await mallory.listApplications({})).applications.every((each) => each.id !== id));
    }
    const secrets = platform.kube.resource(core.v1.secrets, 'shop');
    expect(await secrets.find('later-password')).toBeUndefined();
  });

  test('R-01: what belongs to no application stays usable, with a warning', async () => {
    const secrets = platform.kube.resource(core.v1.secrets, 'default');
    await secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'registry' } });
    const document = application('puller', [web({ envFrom: [{ type: 'secret', sourceName: 'registry' }] })], {
      namespace: 'default',
    });
    expect(await mallory.tryApplication(document)).toMatchObject({
      valid: true,
      warnings: [{ code: 'REFERENCE_NOT_IN_DOCUMENT' }],
    });
    const { id } = await mallory.saveApplication(document);
    expect(await outcome(mallory, id)).toBe('completed');
  });
});
