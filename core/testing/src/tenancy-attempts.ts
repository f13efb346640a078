import type { Grant, PlatformClient, SealedBundle } from '@kubemin/client';

/** Project of the objects that others try to use. No response to members of other projects contains this name. */
export const VICTIM = 'secret-team';

/** Members of projects, and what they know of the application of the victim. */
export interface TenancyScene {
  /** Of the application of the victim, in namespace `alpha`. */
  readonly victimApp: string;
  /** Of the application of project `beta`, in namespace `beta`. */
  readonly ownApp: string;
  /** All applications, exported by an administrator. */
  readonly bundle: SealedBundle;
  readonly passphrase: string;
}

/** How a member of one project may try to use what belongs to another. */
export interface TenancyAttempt {
  readonly name: string;
  /** `bound`: administrator of project `beta`, which has namespace `beta`; `unbound`: of project `gamma`, which has none. */
  readonly by: 'bound' | 'unbound' | 'administrator';
  readonly request: (client: PlatformClient) => Promise<unknown>;
  /** The same with the command; `{file}` stands for a file with `document`, or with the bundle. */
  readonly command?: { readonly args: readonly string[]; readonly document?: object };
  /** Code of the refusal, then code and path of each problem; of a run, a part of its message. */
  readonly refused: string;
  /** The caller wrote the name of the project. */
  readonly namesVictim?: boolean;
}

export const TENANCY_GRANTS = {
  bound: { project: 'beta', role: 'admin' },
  unbound: { project: 'gamma', role: 'admin' },
} as const satisfies Readonly<Record<string, Grant>>;

/** Binds the projects, and stores and delivers the application of the victim. */
export async function prepareTenancy(admin: PlatformClient, bound: PlatformClient): Promise<TenancyScene> {
  await admin.bindProject(VICTIM, { namespaces: ['alpha', 'alpha-*'] });
  await admin.bindProject('beta', { namespaces: ['beta'] });
  const keys = { name: 'keys', type: 'secret', properties: { secret: { PASSWORD: 'of-the-victim' } } };
  const { id: victimApp } = await admin.saveApplication(
    text(app(VICTIM, 'alpha', { tmpEnable: true, component: [web(), { ...keys, traits: { share: {} } }] })),
  );
  const { taskId } = await admin.execWorkflow(victimApp);
  for await (const _event of admin.followRun(taskId));
  const { status, error } = (await admin.listTasks(victimApp, { limit: 1 })).tasks[0] ?? {};
  if (status !== 'completed') throw new Error(`the run of the victim is ${status}: ${error}`);
  const { id: ownApp } = await bound.saveApplication(text(app('beta', 'beta', { name: 'own' })));
  const passphrase = 'correct horse battery';
  const { bundle } = await admin.exportApplications({ passphrase });
  return { victimApp, ownApp, bundle, passphrase };
}

/** Namespaces that exist only if an attempt had an effect. */
export const UNREACHED_NAMESPACES: readonly string[] = ['alpha-web', 'alpha-new', 'free', 'gamma'];

/** Every way into a namespace of another project. A cluster `west` is registered. */
export function tenancyAttempts(scene: TenancyScene): readonly TenancyAttempt[] {
  const { victimApp, ownApp, bundle, passphrase } = scene;
  return [...documentAttempts(victimApp), ...operationAttempts(victimApp, ownApp), bundleAttempt(bundle, passphrase)];
}

function documentAttempts(victimApp: string): readonly TenancyAttempt[] {
  const deployed = (
    name: string,
    by: TenancyAttempt['by'],
    document: object,
    refused: string,
    more: Partial<TenancyAttempt> = {},
  ): TenancyAttempt => ({
    name,
    by,
    request: (client) => client.saveApplication(text(document)),
    command: { args: ['deploy', '{file}'], document },
    refused,
    ...more,
  });
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  const notify = { url: 'https://example.org/hook', message: 'done', secret: { name: 'keys', key: 'PASSWORD' } };
  const foreign = app('beta', 'alpha');
  const ingress = { namespace: 'alpha', routes: [{ host: 'app.example.com', backend: { serviceName: 'theirs' } }] };
  const volume = { name: 'keys', type: 'secret', mountPath: '/keys', sourceName: 'keys' };
  const env = { name: 'PASSWORD', valueFrom: { secret: { name: 'keys', key: 'PASSWORD' } } };
  const shared = { name: 'keys', type: 'secret', properties: { secret: { PASSWORD: 'x' } }, traits: { share: {} } };
  const notBound = invalid('NAMESPACE_NOT_BOUND namespace');
  const ofProject = invalid('NAMESPACE_OF_PROJECT namespace');
  return [
    deployed('a namespace of the other project', 'bound', foreign, notBound),
    deployed('a namespace that its prefix covers', 'bound', app('beta', 'alpha-web'), notBound),
    deployed('a namespace of no project', 'bound', app('beta', 'free'), notBound),
    {
      name: 'a plan',
      by: 'bound',
      request: (client) => client.planDocument(text(foreign)),
      command: { args: ['diff', '{file}'], document: foreign },
      refused: notBound,
    },
    {
      name: 'a rendering',
      by: 'bound',
      request: (client) => client.renderDocument(text(foreign)),
      command: { args: ['deploy', '{file}', '--dry-run'], document: foreign },
      refused: notBound,
    },
    deployed(
      'another cluster',
      'bound',
      app('beta', 'beta', { cluster: 'west' }),
      invalid('CLUSTER_NOT_BOUND cluster'),
    ),
    deployed(
      'a role in the namespace',
      'bound',
      withTraits('beta', 'beta', { rbac: [{ rules }, { namespace: 'alpha', rules }] }),
      invalid(
        'NAMESPACE_NOT_BOUND component[0].traits.rbac[1].namespace',
        'RBAC_ESCALATION component[0].traits.rbac[1].namespace',
      ),
    ),
    deployed(
      'an ingress in the namespace',
      'bound',
      withTraits('beta', 'beta', { ingress: [ingress] }),
      invalid('NAMESPACE_NOT_BOUND component[0].traits.ingress[0].namespace'),
    ),
    deployed(
      'a Secret of the namespace by annotation',
      'bound',
      withTraits('beta', 'beta', tlsFrom('alpha/keys')),
      invalid('NAMESPACE_NOT_BOUND component[0]'),
    ),
    deployed(
      'an environment variable from a Secret of the other',
      'bound',
      withTraits('beta', 'alpha', { envs: [env] }),
      notBound,
    ),
    deployed(
      'a volume of a Secret of the other',
      'bound',
      withTraits('beta', 'alpha', { storage: [volume] }),
      notBound,
    ),
    deployed('what the other shares', 'bound', app('beta', 'alpha', { component: [web(), shared] }), notBound),
    deployed('the project of the other', 'bound', app(VICTIM, 'alpha'), 'FORBIDDEN', { namesVictim: true }),
    deployed(
      'the id of an application of the other',
      'bound',
      app('beta', 'beta', { id: victimApp }),
      'APPLICATION_NOT_FOUND',
    ),
    deployed(
      'an application of the other as a template',
      'bound',
      app('beta', 'beta', { component: [{ template: { id: victimApp } }] }),
      'APPLICATION_NOT_FOUND, TEMPLATE_NOT_FOUND component[0].template.id',
    ),
    deployed('a namespace, from an unbound project', 'unbound', app('gamma', 'alpha'), ofProject),
    deployed('a namespace of the prefix, from an unbound project', 'unbound', app('gamma', 'alpha-new'), ofProject),
    deployed(
      'a Secret by annotation, from an unbound project',
      'unbound',
      withTraits('gamma', 'gamma', tlsFrom('alpha/keys')),
      invalid('NAMESPACE_OF_PROJECT component[0]'),
    ),
    deployed(
      'an environment variable, from an unbound project',
      'unbound',
      withTraits('gamma', 'alpha', { envs: [env] }),
      ofProject,
    ),
    deployed(
      'a step in the namespace, from an unbound project',
      'unbound',
      app('gamma', 'alpha', { workflow: [{ name: 'hook', jobType: 'notify', properties: notify }] }),
      ofProject,
    ),
    deployed(
      'even by an administrator, who changes bindings instead',
      'administrator',
      app('gamma', 'alpha'),
      ofProject,
    ),
  ];
}

function operationAttempts(victimApp: string, ownApp: string): readonly TenancyAttempt[] {
  const operation = (
    name: string,
    request: TenancyAttempt['request'],
    args: readonly string[],
    refused = 'APPLICATION_NOT_FOUND',
    more: Partial<TenancyAttempt> = {},
  ): TenancyAttempt => ({
    name,
    by: 'bound',
    request,
    ...(args.length > 0 && { command: { args } }),
    refused,
    ...more,
  });
  const scaled = { replicas: { web: 0 } };
  return [
    operation(
      'a patch of the namespace',
      (client) => client.patchApplication(ownApp, { namespace: 'alpha' }),
      [],
      invalid('IMMUTABLE_CHANGE namespace', 'NAMESPACE_NOT_BOUND namespace'),
    ),
    operation(
      'a patch into the other project',
      (client) => client.patchApplication(ownApp, { project: VICTIM }),
      [],
      'FORBIDDEN',
      { namesVictim: true },
    ),
    operation('a run of the other', (client) => client.execWorkflow(victimApp), ['restart', victimApp]),
    operation('a scaling of the other', (client) => client.scaleApplication(victimApp, scaled), [
      'scale',
      victimApp,
      'web=0',
    ]),
    operation('a rollback of the other', (client) => client.rollbackApplication(victimApp, { revision: 1 }), [
      'rollback',
      victimApp,
      '1',
    ]),
    operation('its deletion', (client) => client.deleteApplication(victimApp), ['delete', victimApp, '--yes']),
    operation('its document', (client) => client.getApplication(victimApp), ['status', victimApp]),
    operation('its revisions', (client) => client.listRevisions(victimApp), ['revision', 'ls', victimApp]),
    operation('its events', (client) => client.podEvents(victimApp), ['events', victimApp]),
    operation('its objects', (client) => client.applicationManifests(victimApp), [
      'export',
      victimApp,
      '--format',
      'document',
    ]),
    operation('its project', (client) => client.getProject(VICTIM), ['project', 'show', VICTIM], 'PROJECT_NOT_FOUND', {
      namesVictim: true,
    }),
    operation(
      'its binding',
      (client) => client.bindProject(VICTIM, { namespaces: ['beta'] }),
      ['project', 'bind', VICTIM, '--namespace', 'beta'],
      'FORBIDDEN',
    ),
  ];
}

function bundleAttempt(bundle: SealedBundle, passphrase: string): TenancyAttempt {
  return {
    name: 'a bundle',
    by: 'bound',
    request: (client) => client.importApplications({ bundle, passphrase }),
    command: { args: ['import', '{file}'] },
    refused: 'FORBIDDEN',
  };
}

const invalid = (...problems: readonly string[]): string => ['VALIDATION_FAILED', ...problems].join(', ');
const text = (document: object) => ({ text: JSON.stringify(document), format: 'json' }) as const;
const web = (more: object = {}): object => ({
  name: 'web',
  type: 'webservice',
  image: 'nginx:1.27',
  properties: { ports: [{ port: 80 }] },
  ...more,
});
const app = (project: string, namespace: string, more: object = {}): object => ({
  name: 'app',
  project,
  namespace,
  component: [web()],
  ...more,
});
const withTraits = (project: string, namespace: string, traits: object): object =>
  app(project, namespace, { component: [web({ traits })] });
const tlsFrom = (secret: string): object => ({
  ingress: [
    {
      routes: [{ host: 'app.example.com', backend: { serviceName: 'web' } }],
      annotations: { 'nginx.ingress.kubernetes.io/auth-secret': secret },
    },
  ],
});
