import { mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pod, Volume } from '@kubemin/kubeapi/types/core.v1';
import { temporaryDirectory } from '@kubemin/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { writeAtomically } from './atomic-directory.ts';
import { createPodVolumes, type PodVolumesOptions } from './pod-volumes.ts';

async function scratch(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => directory.remove());
  return directory.path;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function makeVolumes(more: Partial<PodVolumesOptions['sources']> = {}) {
  const directory = await scratch();
  const sources: PodVolumesOptions['sources'] = {
    configMap: async (_, name) =>
      name === 'settings'
        ? {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name },
            data: { 'app.conf': 'a=1', 'other.conf': 'b=2' },
            binaryData: { logo: base64('png') },
          }
        : undefined,
    secret: async (_, name) =>
      name === 'login'
        ? { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: { password: base64('s3cret') } }
        : undefined,
    serviceAccountToken: async (_, { audience, expirationSeconds }) => `token for ${audience} ${expirationSeconds}`,
    boundVolume: async () => undefined,
    ...more,
  };
  return { directory, volumes: createPodVolumes({ directory: join(directory, 'pods'), sources }) };
}

const NO_SOURCES: PodVolumesOptions['sources'] = {
  configMap: async () => undefined,
  secret: async () => undefined,
  serviceAccountToken: async () => '',
  boundVolume: async () => undefined,
};

function podWith(...volumes: readonly Volume[]): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', uid: 'uid-1', labels: { tier: 'front', app: 'web' } },
    spec: {
      containers: [{ name: 'main', volumeMounts: volumes.map(({ name }) => ({ name, mountPath: `/mnt/${name}` })) }],
      volumes,
    },
  };
}

const firstContainer = ({ spec }: Pod) => spec?.containers[0] ?? { name: 'main' };

test('configMap, secret, downwardAPI and projected volumes have the files of other kubelets', async () => {
  const { volumes, directory } = await makeVolumes();
  const pod = podWith(
    { name: 'all', configMap: { name: 'settings' } },
    { name: 'some', configMap: { name: 'settings', items: [{ key: 'app.conf', path: 'deep/app.conf', mode: 0o600 }] } },
    { name: 'login', secret: { secretName: 'login', defaultMode: 0o400 } },
    { name: 'self', downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
    {
      name: 'access',
      projected: {
        sources: [
          { serviceAccountToken: { path: 'token', audience: 'vault', expirationSeconds: 600 } },
          { configMap: { name: 'settings', items: [{ key: 'app.conf', path: 'app.conf' }] } },
          { secret: { name: 'absent', optional: true } },
        ],
      },
    },
  );
  await volumes.mount(pod);
  const at = (path: string): string => join(directory, 'pods', 'uid-1', 'volumes', path);
  const read = (path: string): Promise<string> => readFile(at(path), 'utf8');
  expect(await read('all/app.conf')).toBe('a=1');
  expect(await read('all/logo')).toBe('png');
  expect(await read('some/deep/app.conf')).toBe('a=1');
  expect((await stat(at('some/deep/app.conf'))).mode & 0o777).toBe(0o600);
  expect(await read('login/password')).toBe('s3cret');
  expect((await stat(at('login/password'))).mode & 0o777).toBe(0o400);
  expect(await read('self/labels')).toBe('app="web"\ntier="front"');
  expect(await read('access/token')).toBe('token for vault 600');
  expect(await readlink(at('all/app.conf'))).toBe('..data/app.conf');
  const mounts = await volumes.mountsOf(pod, firstContainer(pod), new Map());
  expect(mounts.map(({ target, readOnly }) => [target, readOnly])).toEqual(
    ['all', 'some', 'login', 'self', 'access'].map((name) => [`/mnt/${name}`, true]),
  );
});

test('what is missing is named as by other kubelets; optional sources are not missed', async () => {
  const { volumes } = await makeVolumes();
  const mount = (volume: Volume) => volumes.mount(podWith(volume));
  await expect(mount({ name: 'v', configMap: { name: 'no' } })).rejects.toThrow('configmap "no" not found');
  await expect(mount({ name: 'v', secret: { secretName: 'no' } })).rejects.toThrow('secret "no" not found');
  await mount({ name: 'v', configMap: { name: 'no', optional: true } });
  const items = [{ key: 'nothing', path: 'x' }];
  await expect(mount({ name: 'v', configMap: { name: 'settings', items } })).rejects.toThrow(
    'configmap references non-existent config key: nothing',
  );
  await expect(mount({ name: 'v', persistentVolumeClaim: { claimName: 'data' } })).rejects.toThrow(
    '"data" is not bound',
  );
  await expect(mount({ name: 'v', hostPath: { path: '/no/such', type: 'Directory' } })).rejects.toThrow(
    '/no/such is not a directory',
  );
  await expect(mount({ name: 'v', nfs: { server: 'a', path: '/' } })).rejects.toThrow(
    'type nfs is not supported on this node',
  );
  const outside = { name: 'v', configMap: { name: 'settings', items: [{ key: 'app.conf', path: '../x' }] } };
  await expect(mount(outside)).rejects.toThrow('outside of the volume');
});

test('a changed source replaces all files at once, and an unchanged one nothing', async () => {
  let text = 'one';
  const { volumes, directory } = await makeVolumes({
    configMap: async () => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {},
      data: text === 'one' ? { a: text, gone: 'x' } : { a: text },
    }),
  });
  const pod = podWith({ name: 'v', configMap: { name: 'settings' } });
  await volumes.mount(pod);
  const at = (path: string): string => join(directory, 'pods', 'uid-1', 'volumes', 'v', path);
  const before = await readlink(at('..data'));
  expect(await volumes.refresh(pod)).toBe(false);
  expect(await readlink(at('..data'))).toBe(before);
  text = 'two';
  expect(await volumes.refresh(pod)).toBe(true);
  expect(await readFile(at('a'), 'utf8')).toBe('two');
  await expect(stat(at('gone'))).rejects.toThrow('ENOENT');
  await expect(stat(at(before))).rejects.toThrow('ENOENT');
});

test('any sequence of contents: the directory has exactly the last one', async () => {
  const names = fc.constantFrom('a', 'b', 'dir/c', 'dir/d', 'e.conf');
  const contents = fc.dictionary(names, fc.string(), { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(contents, { minLength: 1, maxLength: 4 }), async (sequence) => {
      const directory = await temporaryDirectory();
      try {
        for (const content of sequence) {
          const files = Object.entries(content).map(
            ([path, text]) => [path, { content: Buffer.from(text), mode: 0o644 }] as const,
          );
          writeAtomically(directory.path, new Map(files));
        }
        for (const name of ['a', 'b', 'dir/c', 'dir/d', 'e.conf']) {
          const found = await readFile(join(directory.path, name), 'utf8').catch(() => undefined);
          expect(found).toBe(sequence.at(-1)?.[name]);
        }
      } finally {
        await directory.remove();
      }
    }),
    { numRuns: 25 },
  );
});

test('a write that was killed at any point is finished by the next one, and writes at once follow each other', async () => {
  const { volumes, directory } = await makeVolumes();
  const pod = podWith({ name: 'v', configMap: { name: 'settings' } });
  await volumes.mount(pod);
  const at = (path: string): string => join(directory, 'pods', 'uid-1', 'volumes', 'v', path);
  const read = (): Promise<string> => readFile(at('app.conf'), 'utf8');
  await rm(at('app.conf'));
  await volumes.mount(pod);
  expect(await read()).toBe('a=1');
  await rm(at('..data'));
  await symlink('..gone', at('..data_tmp'));
  await Promise.all([volumes.mount(pod), volumes.refresh(pod), volumes.mount(pod)]);
  expect(await read()).toBe('a=1');
  const hidden = (await readdir(at('.'))).filter((entry) => entry.startsWith('..'));
  expect(hidden).toHaveLength(2);
});

test('emptyDir is shared and empty, a claim leads to its volume, and unmounting keeps the data of claims only', async () => {
  const data = await scratch();
  const { volumes } = await makeVolumes({
    boundVolume: async (_, claim) => ({
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv-1' } },
      spec: { local: { path: join(data, claim) } },
    }),
  });
  const pod = podWith({ name: 'tmp', emptyDir: {} }, { name: 'store', persistentVolumeClaim: { claimName: 'db' } });
  await volumes.mount(pod);
  const [tmp, store] = await volumes.mountsOf(pod, firstContainer(pod), new Map());
  await Promise.all([tmp, store].map((mount) => writeFile(join(mount?.source ?? '', 'file'), 'x')));
  expect(store).toMatchObject({ source: join(data, 'db'), readOnly: false });
  await volumes.unmount(pod);
  await expect(stat(tmp?.source ?? '')).rejects.toThrow('ENOENT');
  expect(await readFile(join(data, 'db', 'file'), 'utf8')).toBe('x');
});

test('a sub-path stays in its volume, also through links that a container made', async () => {
  const data = await scratch();
  const outside = await scratch();
  const { volumes } = await makeVolumes({
    boundVolume: async () => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv' },
      spec: { local: { path: data } },
    }),
  });
  const pod = podWith({ name: 'store', persistentVolumeClaim: { claimName: 'db' } });
  await mkdir(join(data, 'present'));
  await symlink(outside, join(data, 'link'));
  const mountsAt = async (subPathExpr: string) =>
    volumes.mountsOf(
      pod,
      { name: 'main', volumeMounts: [{ name: 'store', mountPath: '/data', subPathExpr }] },
      new Map([['POD', 'web-0']]),
    );
  expect(await mountsAt('present')).toMatchObject([{ source: join(data, 'present') }]);
  expect(await mountsAt('$(POD)/logs')).toMatchObject([{ source: join(data, 'web-0', 'logs') }]);
  const [linked] = await mountsAt('link/x');
  expect(linked?.source.startsWith(`${data}/`)).toBe(true);
  await expect(stat(join(outside, 'x'))).rejects.toThrow('ENOENT');
  await expect(mountsAt('../x')).rejects.toThrow('outside of the volume');
});

test('a volume in memory is mounted with its limit, again after a restart, and unmounted before it is removed', async () => {
  const calls: string[] = [];
  const directory = join(await scratch(), 'pods');
  const { volumes: like } = await makeVolumes();
  const name = (path: string): string => path.slice(directory.length);
  const volumes = createPodVolumes({
    directory,
    sources: NO_SOURCES,
    memory: {
      mount: async (path, bytes) => void calls.push(`mount ${name(path)} ${bytes}`),
      unmount: async (path) => void calls.push(`unmount ${name(path)}`),
    },
  });
  const pod = podWith({ name: 'cache', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } });
  await volumes.mount(pod);
  await volumes.mount(pod);
  expect(await volumes.findExcess(pod)).toBeUndefined();
  await volumes.unmount(pod);
  const mounted = 'mount /uid-1/volumes/cache 1048576';
  expect(calls).toEqual([mounted, mounted, 'unmount /uid-1/volumes/cache']);
  // Without memory it is a directory, which every user of a container can write to.
  await like.mount(pod);
  const [mount] = await like.mountsOf(pod, firstContainer(pod), new Map());
  expect((await stat(mount?.source ?? '')).mode & 0o777).toBe(0o777);
});

test('a volume that uses more than its limit is named, and what belongs to other pods is removed', async () => {
  const { volumes, directory } = await makeVolumes();
  const pod = podWith({ name: 'cache', emptyDir: { sizeLimit: '64Ki' } }, { name: 'free', emptyDir: {} });
  await volumes.mount(pod);
  const at = (...path: readonly string[]): string => join(directory, 'pods', 'uid-1', 'volumes', ...path);
  await writeFile(at('free', 'file'), Buffer.alloc(200_000));
  expect(await volumes.findExcess(pod)).toBeUndefined();
  await mkdir(at('cache', 'deep'));
  await writeFile(at('cache', 'deep', 'file'), Buffer.alloc(200_000));
  expect(await volumes.findExcess(pod)).toBe('Usage of EmptyDir volume "cache" exceeds the limit "64Ki". ');
  await mkdir(join(directory, 'pods', 'other', 'volumes', 'a'), { recursive: true });
  await volumes.removeUnknown((uid) => uid === 'uid-1');
  expect(await readdir(join(directory, 'pods'))).toEqual(['uid-1']);
});

test.skipIf(process.getuid?.() !== 0)(
  'volumes get the group of their pod (skipped where this is not root)',
  async () => {
    const directory = join(await scratch(), 'pods');
    const data = await scratch();
    const sources: PodVolumesOptions['sources'] = {
      ...NO_SOURCES,
      secret: async () => ({ apiVersion: 'v1', kind: 'Secret', metadata: {}, data: { password: base64('s3cret') } }),
      boundVolume: async () => ({
        ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv' } },
        spec: { local: { path: join(data, 'db') } },
      }),
    };
    const volumes = createPodVolumes({ directory, sources, hasGroups: true });
    const pod = podWith(
      { name: 'tmp', emptyDir: {} },
      { name: 'login', secret: { secretName: 'login', defaultMode: 0o400 } },
      { name: 'store', persistentVolumeClaim: { claimName: 'db' } },
    );
    await mkdir(join(data, 'db'));
    await writeFile(join(data, 'db', 'old'), '', { mode: 0o600 });
    const grouped = { ...pod, spec: { ...pod.spec, containers: [], securityContext: { fsGroup: 2000 } } };
    await volumes.mount(grouped);
    const found = async (path: string) => {
      const { uid, gid, mode } = await stat(path);
      return [uid, gid, mode & 0o7777];
    };
    const at = (path: string): string => join(directory, 'uid-1', 'volumes', path);
    expect(await found(at('tmp'))).toEqual([0, 2000, 0o2777]);
    expect(await found(at('login/password'))).toEqual([0, 2000, 0o440]);
    expect(await found(join(data, 'db'))).toEqual([0, 2000, 0o2775]);
    expect(await found(join(data, 'db', 'old'))).toEqual([0, 2000, 0o660]);
    const foreign = { ...pod, spec: { ...grouped.spec, securityContext: { fsGroup: 70_000 } } };
    await expect(volumes.mount(foreign)).rejects.toThrow('fsGroup 70000 is not one of the groups 0-65535 of this node');
  },
);
