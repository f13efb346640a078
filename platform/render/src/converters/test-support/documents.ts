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

/** Traits of a component with a container. */
export const traits = fc.record(
  {
    storage: volumes,
    envFrom: fc.array(fc.record({ type: fc.constantFrom('config', 'secret'), sourceName: word }), { maxLength: 3 }),
    envs,
    resources: fc.record({ cpu: quantity, memory, gpu: fc.constantFrom('1', '2') }, { requiredKeys: [] }),
    probes,
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

const running = fc.record(
  {
    type: fc.constantFrom('webservice', 'store'),
    image: word.map((name) => `${name}:1.27`),
    replicas: fc.integer({ min: 0, max: 20 }),
    properties,
    traits,
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
      component: fc.array(fc.oneof({ weight: 3, arbitrary: running }, config, secret), { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['name', 'component'] },
  )
  // Names after the digits of `word`, so that they never clash with names of claims.
  .map((document) => ({
    ...document,
    component: document.component.map((component, index) => ({ name: `part-${index}`, ...component })),
  }));
