import fc from 'fast-check';

const word = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/);
const key = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/);
/** Texts that trouble writers of YAML, shells and templates. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('yes', 'on', 'null', '~', '1.10', '0x1F', '12:30:00', '{{ .Values.x }}', '$(A)', ' a\n b\n', 'a\n\n'),
  fc.constantFrom('#x', '- a', 'k: v', '&a', '*a', '!t', "it's", '"q"', '\t', '1_000', '0o17', '2026-01-01', '=', ''),
);
const port = fc.integer({ min: 1, max: 65_535 });
const path = word.map((name) => `/mnt/${name}`);
const quantity = fc.constantFrom('100m', '1', '2', '500m', '0.5');
const memory = fc.constantFrom('64Mi', '1Gi', '512Mi', '1.5Gi');
const seconds = fc.integer({ min: 1, max: 600 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const storage = fc.oneof(
  fc.record({ type: fc.constant('ephemeral'), name: word, mountPath: path }),
  fc.record(
    {
      type: fc.constant('persistent'),
      name: word,
      mountPath: path,
      tmpCreate: fc.boolean(),
      size: fc.constantFrom('1Gi', '5Gi'),
      storageClass: word,
      subPath: word,
    },
    { requiredKeys: ['type', 'name', 'mountPath', 'tmpCreate'] },
  ),
  fc.record({ type: fc.constant('persistent'), name: word, mountPath: path, claimName: word, readOnly: fc.boolean() }),
  fc.record({ type: fc.constantFrom('config', 'secret'), name: word, sourceName: word, mountPath: path }),
);

const handler = fc.oneof(
  fc.record({ exec: fc.record({ command: fc.array(text, { minLength: 1, maxLength: 3 }) }) }),
  fc.record({
    httpGet: fc.record(
      { path: path, port, scheme: fc.constantFrom('HTTP', 'HTTPS') },
      { requiredKeys: ['path', 'port'] },
    ),
  }),
  fc.record({ tcpSocket: fc.record({ port }) }),
);
const probe = (type: string) =>
  optional(
    fc
      .tuple(handler, fc.record({ initialDelaySeconds: seconds, periodSeconds: seconds }, { requiredKeys: [] }))
      .map(([how, when]) => ({ type, ...how, ...when })),
  );
const probes = fc
  .tuple(probe('liveness'), probe('readiness'), probe('startup'))
  .map((list) => list.filter((entry) => entry !== undefined));

const source = fc.record({ name: word, key: word });
const envs = fc.uniqueArray(
  fc.record({
    name: key,
    valueFrom: fc.oneof(
      fc.record({ static: text }),
      fc.record({ secret: source }),
      fc.record({ config: source }),
      fc.record({ field: fc.constantFrom('metadata.name', 'status.podIP') }),
    ),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

/** Volumes whose names and paths do not clash. */
const volumes = fc
  .uniqueArray(storage, { selector: ({ name }) => name, maxLength: 4 })
  .map((list) =>
    list.filter((entry, index) => list.findIndex((other) => other.mountPath === entry.mountPath) === index),
  );

const security = fc.record(
  {
    runAsUser: fc.integer({ min: 1, max: 9999 }),
    runAsNonRoot: fc.boolean(),
    readOnlyRootFilesystem: fc.boolean(),
    seccompProfile: fc.constantFrom('RuntimeDefault', 'Unconfined'),
    capabilities: fc.record({
      add: fc.array(fc.constantFrom('NET_ADMIN', 'SYS_TIME'), { minLength: 1, maxLength: 2 }),
    }),
  },
  { requiredKeys: [] },
);
const termination = fc.record(
  { preStop: fc.record({ sleepSeconds: fc.integer({ min: 1, max: 20 }) }) },
  { requiredKeys: [] },
);
const imagePull = fc.record({ policy: fc.constantFrom('Always', 'IfNotPresent', 'Never') }, { requiredKeys: [] });

const inner = fc.record(
  {
    storage: fc.array(fc.record({ type: fc.constant('ephemeral'), name: word, mountPath: path }), { maxLength: 1 }),
    envs,
    resources: fc.record({ cpu: quantity, memory }, { requiredKeys: [] }),
    securityContext: security,
    imagePull,
  },
  { requiredKeys: [] },
);
const added = fc.record(
  {
    image: word.map((name) => `${name}:2`),
    command: fc.array(text, { minLength: 1, maxLength: 2 }),
    env: fc.dictionary(key, text, { maxKeys: 2 }),
  },
  { requiredKeys: ['image'] },
);
const named = <T>(prefix: string, list: readonly T[]) =>
  list.map((entry, index) => ({ name: `${prefix}-${index}`, ...entry }));
const init = fc
  .array(fc.record({ properties: added, traits: inner }, { requiredKeys: ['properties'] }), { maxLength: 2 })
  .map((list) => named('init', list));
const sidecar = fc
  .array(
    fc.tuple(added, inner).map(([container, nested]) => ({ ...container, traits: nested })),
    { maxLength: 2 },
  )
  .map((list) => named('side', list));

const scheduling = fc.record(
  {
    nodeSelector: fc.dictionary(word, word, { maxKeys: 2 }),
    nodeAffinity: fc.array(
      fc.record(
        { key: word, values: fc.array(word, { minLength: 1, maxLength: 2 }), weight: fc.integer({ min: 1, max: 100 }) },
        { requiredKeys: ['key', 'values'] },
      ),
      { maxLength: 2 },
    ),
    antiAffinity: fc.array(
      fc.record({
        labels: fc.dictionary(word, word, { maxKeys: 1 }),
        topology: fc.constantFrom('node', 'zone', 'example.com/rack'),
      }),
      { maxLength: 2 },
    ),
    tolerations: fc.array(fc.record({ key: word, effect: fc.constantFrom('NoSchedule', 'NoExecute') }), {
      maxLength: 2,
    }),
    spread: fc.array(
      fc.record({ topology: fc.constantFrom('node', 'zone'), maxSkew: fc.integer({ min: 1, max: 5 }) }),
      { maxLength: 1 },
    ),
  },
  { requiredKeys: [] },
);
const rbac = fc.uniqueArray(
  fc.record({
    clusterScope: fc.boolean(),
    rules: fc.array(
      fc.record({
        apiGroups: fc.constant(['apps']),
        resources: fc.array(word, { minLength: 1, maxLength: 2 }),
        verbs: fc.constant(['get', 'list']),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  { maxLength: 1 },
);

/** Traits of a component with a container. */
export const traits = fc.record(
  {
    storage: volumes,
    envFrom: fc.array(fc.record({ type: fc.constantFrom('config', 'secret'), sourceName: word }), { maxLength: 3 }),
    envs,
    resources: fc.record({ cpu: quantity, memory, gpu: fc.constantFrom('1', '2') }, { requiredKeys: [] }),
    probes,
    securityContext: security,
    termination,
    imagePull,
    init,
    sidecar,
    scheduling,
    rbac,
  },
  { requiredKeys: [] },
);

const properties = fc.record(
  {
    ports: fc.uniqueArray(fc.record({ port, expose: fc.boolean() }), { selector: (entry) => entry.port, maxLength: 3 }),
    env: fc.dictionary(key, text, { maxKeys: 4 }),
    command: fc.array(text, { minLength: 1, maxLength: 3 }),
    args: fc.array(text, { minLength: 1, maxLength: 3 }),
    labels: fc.dictionary(word, word, { maxKeys: 2 }),
    annotations: fc.dictionary(word, text, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);

const service = fc.record(
  {
    type: fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer', 'Headless'),
    name: word,
    sessionAffinity: fc.constant('ClientIP'),
    annotations: fc.dictionary(word, text, { maxKeys: 1 }),
    ports: fc.uniqueArray(fc.record({ port, targetPort: port, protocol: fc.constantFrom('TCP', 'UDP') }), {
      selector: (entry) => entry.port,
      minLength: 1,
      maxLength: 2,
    }),
  },
  { requiredKeys: ['ports'] },
);
const ingress = fc.array(
  fc.record(
    {
      hosts: fc.array(
        word.map((name) => `${name}.example.com`),
        { minLength: 1, maxLength: 1 },
      ),
      annotations: fc.dictionary(word, text, { maxKeys: 1 }),
      ingressClassName: word,
      tls: fc.array(fc.record({ secretName: word, hosts: fc.constant(['a.example.com']) }), { maxLength: 1 }),
      routes: fc.uniqueArray(
        fc.record({
          path: path,
          pathType: fc.constantFrom('Prefix', 'Exact'),
          backend: fc.record({ serviceName: fc.constant('elsewhere'), servicePort: port }),
        }),
        { selector: (route) => route.path, minLength: 1, maxLength: 2 },
      ),
    },
    { requiredKeys: ['routes'] },
  ),
  { maxLength: 2 },
);
const autoscaling = fc.record(
  {
    min: fc.integer({ min: 1, max: 3 }),
    max: fc.integer({ min: 3, max: 9 }),
    cpu: fc.record({ utilization: fc.integer({ min: 1, max: 100 }) }),
  },
  { requiredKeys: ['max'] },
);
const share = fc.record({ strategy: fc.constantFrom('default', 'ignore', 'force') });
const outward = fc.record({ service, ingress, autoscaling, share }, { requiredKeys: [] });

const ending = fc
  .record({
    type: fc.constant('job'),
    image: word.map((name) => `${name}:1`),
    properties: fc.record(
      { backoffLimit: fc.integer({ min: 0, max: 9 }), completions: fc.integer({ min: 1, max: 3 }) },
      { requiredKeys: [] },
    ),
    traits,
  })
  .chain((job) =>
    fc.constantFrom(job, {
      ...job,
      type: 'cron',
      properties: { ...job.properties, schedule: '30 2 * * 1-5', suspend: true },
    }),
  );

const running = fc.record(
  {
    type: fc.constantFrom('webservice', 'store', 'worker', 'daemon'),
    image: word.map((name) => `${name}:1.27`),
    replicas: fc.integer({ min: 0, max: 20 }),
    properties,
    traits: fc.tuple(traits, outward).map(([own, more]) => ({ ...own, ...more })),
  },
  { requiredKeys: ['type', 'image'] },
);
const data = fc.dictionary(word, text, { minKeys: 1, maxKeys: 3 });
const config = data.map((conf) => ({ type: 'config', properties: { conf } }));
const secret = data.map((entries) => ({ type: 'secret', properties: { secret: entries } }));

/** Applications that use what the built-in registry has. */
export const documents = fc
  .record(
    {
      name: word,
      namespace: word,
      version: fc.constantFrom('1.2.3', 'latest', '2.0.0-rc.1'),
      component: fc.array(fc.oneof({ weight: 4, arbitrary: running }, ending, config, secret), {
        minLength: 1,
        maxLength: 4,
      }),
    },
    { requiredKeys: ['name', 'component'] },
  )
  // Names after the digits of `word`, so that they never clash with names of claims.
  .map((document) => ({
    ...document,
    component: document.component.map((component, index) => ({ name: `part-${index}`, ...component })),
  }));
