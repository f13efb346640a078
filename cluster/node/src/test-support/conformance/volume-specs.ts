import { core } from '@kubemin/kubeapi/resources';
import type {
  DownwardAPIVolumeFile,
  KeyToPath,
  PodSpec,
  ResourceRequirements,
  Volume,
} from '@kubemin/kubeapi/types/core.v1';
import { checker, mode, NAMESPACE, type SpecContext, type Specs, specsOf, withVolume } from './spec-context.ts';

type Source = Omit<Volume, 'name'>;
interface FileOptions {
  readonly items?: readonly KeyToPath[];
  readonly defaultMode?: number;
  readonly optional?: boolean;
}

/** A kind of volume with the files of an object that has the key data-1. */
interface FileKind {
  /** How Kubernetes' names begin. */
  readonly title: string;
  /** What several volumes are in. */
  readonly several: string;
  readonly create: (spec: SpecContext) => Promise<void>;
  readonly volume: (name: string, options?: FileOptions) => Source;
}

const addMap = (spec: SpecContext): Promise<void> => spec.addConfigMap({ 'data-1': 'value-1' });
const addSecret = (spec: SpecContext): Promise<void> => spec.addSecret({ 'data-1': 'value-1' });
const projected =
  (source: 'configMap' | 'secret') =>
  (name: string, options: FileOptions = {}): Source => {
    const { defaultMode, ...more } = options;
    return {
      projected: { sources: [{ [source]: { name, ...more } }], ...(defaultMode !== undefined && { defaultMode }) },
    };
  };
const CONFIG_MAP: FileKind = {
  ...{ title: '[sig-storage] ConfigMap', several: 'the same pod', create: addMap },
  volume: (name, options) => ({ configMap: { name, ...options } }),
};
const PROJECTED_MAP: FileKind = {
  ...{ title: '[sig-storage] Projected configMap', several: 'the same pod', create: addMap },
  volume: projected('configMap'),
};
const SECRET: FileKind = {
  ...{ title: '[sig-storage] Secrets', several: 'a pod', create: addSecret },
  volume: (secretName, options) => ({ secret: { secretName, ...options } }),
};
const PROJECTED_SECRET: FileKind = {
  ...{ title: '[sig-storage] Projected secret', several: 'a pod', create: addSecret },
  volume: projected('secret'),
};

const READS = 'expect "$(cat /data/data-1)" value-1';
const MAPPED = [{ key: 'data-1', path: 'path/to/data-2' }];
const READS_MAPPED = 'expect "$(cat /data/path/to/data-2)" value-1';
const NOT_ROOT = { securityContext: { runAsUser: 1000 } };

function fileSpecs({ title, several, create, volume }: FileKind): Specs {
  const show =
    (options: FileOptions, script: string, pod: Partial<PodSpec> = {}) =>
    async (spec: SpecContext) => {
      await create(spec);
      return spec.checkPod({ ...withVolume(volume(spec.name, options), script), ...pod });
    };
  const itemMode = title.includes('onfigMap') || title.includes('ConfigMap') ? 'Item mode' : 'Item Mode';
  const linux = '[LinuxOnly] [NodeConformance] [Conformance]';
  return {
    [`${title} should be consumable from pods in volume [NodeConformance] [Conformance]`]: show({}, READS),
    [`${title} should be consumable from pods in volume with defaultMode set ${linux}`]: show(
      { defaultMode: 0o400 },
      `${READS}; expect ${mode('/data/data-1')} -r--------`,
    ),
    [`${title} should be consumable from pods in volume with mappings [NodeConformance] [Conformance]`]: show(
      { items: MAPPED },
      READS_MAPPED,
    ),
    [`${title} should be consumable from pods in volume with mappings and ${itemMode} set ${linux}`]: show(
      { items: MAPPED.map((item) => ({ ...item, mode: 0o400 })) },
      `${READS_MAPPED}; expect ${mode('/data/path/to/data-2')} -r--------`,
    ),
    [`${title} should be consumable in multiple volumes in ${several} [NodeConformance] [Conformance]`]: async (
      spec,
    ) => {
      await create(spec);
      const volumeMounts = ['one', 'two'].map((name) => ({ name, mountPath: `/${name}` }));
      return spec.checkPod({
        containers: [checker('expect "$(cat /one/data-1 /two/data-1)" value-1value-1', { volumeMounts })],
        volumes: ['one', 'two'].map((name) => ({ name, ...volume(spec.name) })),
      });
    },
    [`${title} optional updates should be reflected in volume [NodeConformance] [Conformance]`]: async (spec) => {
      const until = 'while [ "$(cat /data/data-1 2>/dev/null)" != value-1 ]; do sleep 0.1; done';
      const pod = withVolume(volume(spec.name, { optional: true }), until);
      await spec.createPod({ restartPolicy: 'Never', ...pod });
      await spec.waitForPod(({ status }) => status?.phase === 'Running');
      await create(spec);
      return spec.waitForPod(({ status }) => status?.phase === 'Succeeded');
    },
  };
}

function mapSpecs({ title, create, volume }: FileKind): Specs {
  return {
    [`${title} should be consumable from pods in volume as non-root [NodeConformance] [Conformance]`]: async (spec) => {
      await create(spec);
      return spec.checkPod({ ...withVolume(volume(spec.name), READS), ...NOT_ROOT });
    },
    [`${title} should be consumable from pods in volume with mappings as non-root [NodeConformance] [Conformance]`]:
      async (spec) => {
        await create(spec);
        return spec.checkPod({ ...withVolume(volume(spec.name, { items: MAPPED }), READS_MAPPED), ...NOT_ROOT });
      },
    [`${title} updates should be reflected in volume [NodeConformance] [Conformance]`]: async (spec) => {
      await create(spec);
      const until = 'while [ "$(cat /data/data-1)" != value-2 ]; do sleep 0.1; done';
      await spec.createPod({ restartPolicy: 'Never', ...withVolume(volume(spec.name), until) });
      await spec.waitForPod(({ status }) => status?.phase === 'Running');
      const maps = spec.client.resource(core.v1.configmaps, NAMESPACE);
      await maps.patch(spec.name, { type: 'merge', body: { data: { 'data-1': 'value-2' } } });
      return spec.waitForPod(({ status }) => status?.phase === 'Succeeded');
    },
  };
}

function secretSpecs({ title, create, volume }: FileKind): Specs {
  return {
    [`${title} should be consumable from pods in volume as non-root with defaultMode and fsGroup set [LinuxOnly] [NodeConformance] [Conformance]`]:
      async (spec) => {
        await create(spec);
        return spec.checkPod({
          ...withVolume(
            volume(spec.name, { defaultMode: 0o440 }),
            `${READS}; expect ${mode('/data/data-1')} -r--r-----`,
          ),
          securityContext: { runAsUser: 1000, fsGroup: 1001 },
        });
      },
  };
}

const MORE_FILES: Specs = {
  '[sig-storage] ConfigMap binary data should be reflected in volume [NodeConformance] [Conformance]': async (spec) => {
    await spec.addConfigMap(
      { text: 'value-1' },
      { binaryData: { 'dump.bin': Buffer.from('de\0ad').toString('base64') } },
    );
    const volume = { configMap: { name: spec.name } };
    return spec.checkPod(withVolume(volume, 'expect "$(tr "\\0" x </data/dump.bin)$(cat /data/text)" dexadvalue-1'));
  },
  '[sig-storage] Secrets should be able to mount in a volume regardless of a different secret existing with same name in different namespace [NodeConformance] [Conformance]':
    async (spec) => {
      await spec.addSecret({ 'data-1': 'value-1' });
      await spec.client.resource(core.v1.secrets, 'kube-system').create({
        ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: spec.name }, stringData: { 'data-1': 'other' } },
      });
      return spec.checkPod(withVolume({ secret: { secretName: spec.name } }, READS));
    },
  '[sig-storage] Projected combined should project all components that make up the projection API [Projection] [NodeConformance] [Conformance]':
    async (spec) => {
      await spec.addConfigMap({ 'configmap-data': 'one' });
      await spec.addSecret({ 'secret-data': 'two' });
      const { name } = spec;
      const sources = [
        ...[{ configMap: { name } }, { secret: { name } }],
        { downwardAPI: { items: [{ path: 'podname', fieldRef: { fieldPath: 'metadata.name' } }] } },
      ];
      const reads = `expect "$(cat /data/configmap-data /data/secret-data /data/podname)" onetwo${name}`;
      return spec.checkPod(withVolume({ projected: { sources } }, reads));
    },
  '[sig-storage] EmptyDir wrapper volumes should not conflict [Conformance]': async (spec) => {
    await spec.addSecret({ a: 'one' });
    await spec.addConfigMap({ b: 'two' });
    const volumes = [
      { name: 'secret', secret: { secretName: spec.name } },
      { name: 'map', configMap: { name: spec.name } },
    ];
    const volumeMounts = volumes.map(({ name }) => ({ name, mountPath: `/${name}` }));
    return spec.checkPod({
      containers: [checker('expect "$(cat /secret/a /map/b)" onetwo', { volumeMounts })],
      volumes,
    });
  },
};

type Downward = (items: readonly DownwardAPIVolumeFile[], defaultMode?: number) => Source;

function downwardSpecs(title: string, volume: Downward): Specs {
  const linux = '[LinuxOnly] [NodeConformance] [Conformance]';
  const podName = (more: Partial<DownwardAPIVolumeFile> = {}): DownwardAPIVolumeFile => ({
    ...{ path: 'podname', fieldRef: { fieldPath: 'metadata.name' } },
    ...more,
  });
  const amounts: readonly [string, string, string][] = [
    ["container's cpu limit", 'limits.cpu', 'expect "$(cat /data/amount)" 2'],
    ["container's cpu request", 'requests.cpu', 'expect "$(cat /data/amount)" 1'],
    ["container's memory limit", 'limits.memory', 'expect "$(cat /data/amount)" 67108864'],
    ["container's memory request", 'requests.memory', 'expect "$(cat /data/amount)" 33554432'],
    [
      'node allocatable (cpu) as default cpu limit if the limit is not set',
      'limits.cpu',
      '[ "$(cat /data/amount)" -ge 1 ]',
    ],
    [
      'node allocatable (memory) as default memory limit if the limit is not set',
      'limits.memory',
      '[ "$(cat /data/amount)" -ge 1000000 ]',
    ],
  ];
  const set: ResourceRequirements = {
    limits: { cpu: '1250m', memory: '64Mi' },
    requests: { cpu: '250m', memory: '32Mi' },
  };
  const ofAmounts = amounts.map(([what, resource, script]) => {
    const items = [{ path: 'amount', resourceFieldRef: { containerName: 'main', resource } }];
    const resources = what.startsWith('node') ? {} : set;
    const show = (spec: SpecContext) => spec.checkPod(withVolume(volume(items), script, { resources, ...mountData }));
    return [`${title} should provide ${what} [NodeConformance] [Conformance]`, show] as const;
  });
  const ofChanges = (['labels', 'annotations'] as const).map((map) => {
    const items = [{ path: 'map', fieldRef: { fieldPath: `metadata.${map}` } }];
    const show = async (spec: SpecContext) => {
      const until = 'while case "$(cat /data/map)" in *key1=\\"new\\"*) false;; esac; do sleep 0.1; done';
      await spec.createPod({ restartPolicy: 'Never', ...withVolume(volume(items), until) }, { [map]: { key1: 'old' } });
      await spec.waitForPod(({ status }) => status?.phase === 'Running');
      await spec.pods.patch(spec.name, { type: 'merge', body: { metadata: { [map]: { key1: 'new' } } } });
      return spec.waitForPod(({ status }) => status?.phase === 'Succeeded');
    };
    return [`${title} should update ${map} on modification [NodeConformance] [Conformance]`, show] as const;
  });
  return {
    ...Object.fromEntries([...ofAmounts, ...ofChanges]),
    [`${title} should provide podname only [NodeConformance] [Conformance]`]: (spec) =>
      spec.checkPod(withVolume(volume([podName()]), `expect "$(cat /data/podname)" ${spec.name}`)),
    [`${title} should set DefaultMode on files ${linux}`]: (spec) =>
      spec.checkPod(withVolume(volume([podName()], 0o400), `expect ${mode('/data/podname')} -r--------`)),
    [`${title} should set mode on item file ${linux}`]: (spec) =>
      spec.checkPod(withVolume(volume([podName({ mode: 0o400 })]), `expect ${mode('/data/podname')} -r--------`)),
  };
}

const mountData = { volumeMounts: [{ name: 'data', mountPath: '/data' }] };
const withMode = (defaultMode: number | undefined) => (defaultMode === undefined ? {} : { defaultMode });

const DOWNWARD = downwardSpecs('[sig-storage] Downward API volume', (items, defaultMode) => ({
  downwardAPI: { items: [...items], ...withMode(defaultMode) },
}));
const PROJECTED_DOWNWARD = downwardSpecs('[sig-storage] Projected downwardAPI', (items, defaultMode) => ({
  projected: { sources: [{ downwardAPI: { items: [...items] } }], ...withMode(defaultMode) },
}));

const IN_MEMORY =
  'while read -r kind at _; do [ "$kind $at" = "tmpfs /data" ] && found=1; done </proc/mounts; [ "$found" ] || exit 1';
const emptyDir = (medium: string): Source => ({ emptyDir: medium === 'tmpfs' ? { medium: 'Memory' } : {} });

function emptyDirSpecs(): Specs {
  const specs = ['root', 'non-root'].flatMap((user) =>
    (
      [
        ['0644', '-rw-r--r--'],
        ['0666', '-rw-rw-rw-'],
        ['0777', '-rwxrwxrwx'],
      ] as const
    ).flatMap(([octal, shown]) =>
      ['default', 'tmpfs'].map((medium) => {
        const script = `: >/data/f && chmod ${octal} /data/f; expect ${mode('/data/f')} ${shown}`;
        const pod = withVolume(emptyDir(medium), medium === 'tmpfs' ? `${IN_MEMORY}; ${script}` : script);
        const show = (spec: SpecContext) => spec.checkPod({ ...pod, ...(user === 'non-root' && NOT_ROOT) });
        return [
          `[sig-storage] EmptyDir volumes should support (${user},${octal},${medium}) [LinuxOnly] [NodeConformance] [Conformance]`,
          show,
        ] as const;
      }),
    ),
  );
  const modes = ['default medium', 'tmpfs'].map((medium) => {
    const title = `[sig-storage] EmptyDir volumes volume on ${medium} should have the correct mode`;
    const show = (spec: SpecContext) =>
      spec.checkPod(withVolume(emptyDir(medium), `expect ${mode('/data')} drwxrwxrwx`));
    return [`${title} [LinuxOnly] [NodeConformance] [Conformance]`, show] as const;
  });
  return {
    ...Object.fromEntries([...specs, ...modes]),
    '[sig-storage] EmptyDir volumes pod should support shared volumes between containers [Conformance]': (spec) =>
      spec.checkPod({
        containers: [
          checker('while [ ! -s /data/f ]; do sleep 0.1; done', mountData),
          checker('echo shared >/data/f', { name: 'writer', ...mountData }),
        ],
        volumes: [{ name: 'data', emptyDir: {} }],
      }),
  };
}

/** A file of a volume that is mounted by its path below, and read again. */
function subPathSpecs(): Specs {
  const begin = '[sig-storage] Subpath Atomic writer volumes should support subpaths with';
  const show =
    (volume: (name: string) => Source, mountPath = '/sub/file') =>
    async (spec: SpecContext) => {
      await addMap(spec);
      await addSecret(spec);
      const volumeMounts = [{ name: 'data', mountPath, subPath: 'data-1' }];
      return spec.checkPod({
        containers: [checker(`expect "$(cat ${mountPath})" value-1`, { volumeMounts })],
        volumes: [{ name: 'data', ...volume(spec.name) }],
      });
    };
  return {
    [`${begin} configmap pod [Conformance]`]: show((name) => ({ configMap: { name } })),
    [`${begin} configmap pod with mountPath of existing file [Conformance]`]: show(
      (name) => ({ configMap: { name } }),
      '/etc/resolv.conf',
    ),
    [`${begin} secret pod [Conformance]`]: show((secretName) => ({ secret: { secretName } })),
    [`${begin} projected pod [Conformance]`]: show((name) => ({ projected: { sources: [{ configMap: { name } }] } })),
    [`${begin} downward pod [Conformance]`]: (spec) =>
      spec.checkPod({
        containers: [
          checker(`expect "$(cat /sub/file)" ${spec.name}`, {
            volumeMounts: [{ name: 'data', mountPath: '/sub/file', subPath: 'deep/name' }],
          }),
        ],
        volumes: [
          {
            name: 'data',
            downwardAPI: { items: [{ path: 'deep/name', fieldRef: { fieldPath: 'metadata.name' } }] },
          },
        ],
      }),
  };
}

const expansion = (subPathExpr: string, script: string, variable: string): PodSpec => ({
  containers: [
    checker(script, {
      env: [{ name: 'POD', value: variable }],
      volumeMounts: [
        { name: 'data', mountPath: '/logs', subPathExpr },
        { name: 'data', mountPath: '/all' },
      ],
    }),
  ],
  volumes: [{ name: 'data', emptyDir: {} }],
});

const SUB_PATH_EXPRESSIONS: Specs = {
  '[sig-node] Variable Expansion should allow substituting values in a volume subpath [Conformance]': (spec) =>
    spec.checkPod(expansion('$(POD)', 'echo x >/logs/f; expect "$(cat /all/foo/f)" x', 'foo')),
  '[sig-node] Variable Expansion should succeed in writing subpaths in container [Conformance]': (spec) =>
    spec.checkPod(expansion('deep/$(POD)', ': >/logs/test.log; [ -f /all/deep/foo/test.log ]', 'foo')),
  '[sig-node] Variable Expansion should fail substituting values in a volume subpath with backticks [Conformance]': (
    spec,
  ) => staysUncreated(spec, expansion('$(POD)', 'exit 0', '..')),
  '[sig-node] Variable Expansion should fail substituting values in a volume subpath with absolute path [Conformance]':
    (spec) => staysUncreated(spec, expansion('$(POD)', 'exit 0', '/tmp')),
};

async function staysUncreated(spec: SpecContext, pod: PodSpec): Promise<unknown> {
  await spec.createPod({ restartPolicy: 'Never', ...pod });
  return spec.waitForPod(
    ({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.reason === 'CreateContainerConfigError',
  );
}

/** The same with projected volumes is run where tests go further. */
export const VOLUME_SPECS = [
  ...specsOf({
    ...{ ...fileSpecs(CONFIG_MAP), ...mapSpecs(CONFIG_MAP), ...fileSpecs(SECRET), ...secretSpecs(SECRET) },
    ...{ ...MORE_FILES, ...DOWNWARD, ...emptyDirSpecs(), ...subPathSpecs(), ...SUB_PATH_EXPRESSIONS },
  }),
  ...specsOf(
    {
      ...{ ...fileSpecs(PROJECTED_MAP), ...mapSpecs(PROJECTED_MAP), ...PROJECTED_DOWNWARD },
      ...{ ...fileSpecs(PROJECTED_SECRET), ...secretSpecs(PROJECTED_SECRET) },
    },
    { long: true },
  ),
];
