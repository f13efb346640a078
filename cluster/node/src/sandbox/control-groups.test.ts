import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ControlGroups, cpuShares, cpuWeight, openControlGroups, removeControlGroups } from './control-groups.ts';
import { findParents } from './group-places.ts';

const HYBRID = `31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
`;
const UNIFIED = '30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime - cgroup2 cgroup2 rw,nsdelegate\n';

describe('control groups', () => {
  test('version 1: at the top of each controller, also where two share a mount', () => {
    expect(findParents(HYBRID, '4:memory:/session\n0::/\n')).toEqual([
      {
        version: 1,
        directories: {
          cpu: '/sys/fs/cgroup/cpu,cpuacct',
          cpuacct: '/sys/fs/cgroup/cpu,cpuacct',
          memory: '/sys/fs/cgroup/memory',
          pids: '/sys/fs/cgroup/pids',
        },
      },
    ]);
  });

  test.each([
    [
      'beside a shell',
      [UNIFIED, '0::/user.slice/user-0.slice/shell.scope\n'],
      [
        ['/sys/fs/cgroup/user.slice/user-0.slice/shell.scope', undefined],
        ['/sys/fs/cgroup/user.slice/user-0.slice', undefined],
        ['/sys/fs/cgroup/user.slice/user-0.slice/shell.scope', true],
      ],
    ],
    [
      'at the top, which may be that of a container',
      [UNIFIED, '0::/\n'],
      [
        ['/sys/fs/cgroup', undefined],
        ['/sys/fs/cgroup', true],
      ],
    ],
    [
      'where only a part of the hierarchy is mounted',
      [UNIFIED.replace('0:26 /', '0:26 /machine.slice/outer'), '0::/machine.slice/outer/inner\n'],
      [
        ['/sys/fs/cgroup/inner', undefined],
        ['/sys/fs/cgroup', undefined],
        ['/sys/fs/cgroup/inner', true],
      ],
    ],
  ])(
    'version 2, %s: in the group of this process, beside it, or in its own after its processes were moved',
    (_, [mountInfo = '', own = ''], places) => {
      const found = findParents(mountInfo, own);
      expect(found.map(({ directories, moves }) => [directories.memory, moves])).toEqual(places);
      expect(found.every(({ version }) => version === 2)).toBe(true);
    },
  );

  test.each([
    ['no control groups', '', '0::/\n'],
    ['a group outside of the namespace', UNIFIED, '0::/../../elsewhere\n'],
    ['a group outside of what is mounted', UNIFIED.replace('0:26 /', '0:26 /machine.slice/outer'), '0::/elsewhere\n'],
  ])('nowhere with %s', (_, mountInfo, ownGroups) => {
    expect(findParents(mountInfo, ownGroups)).toEqual([]);
  });

  test('version 2: limits, the groups to join and what is used', async () => {
    const directory = await temporaryDirectory();
    onTestFinished(() => directory.remove());
    const base = directory.path;
    const directories = { cpu: base, memory: base, pids: base, cpuacct: base };
    const groups = new ControlGroups({ version: 2, directories }, systemClock);
    const at = (...path: readonly string[]): string => join(base, 'pod', ...path);
    const read = (...path: readonly string[]): Promise<string> => readFile(at(...path), 'utf8');
    await groups.createPod('pod', { memoryLimit: 1 << 21 });
    const own = { cpuLimit: 1500, cpuRequest: 1000, memoryLimit: 1 << 20 };
    await groups.createContainer('pod', 'one', { own, pod: [own, { cpuRequest: 1000 }] });
    expect(await readFile(join(base, 'cgroup.subtree_control'), 'utf8')).toBe('+cpu +memory +pids');
    expect(await read('cgroup.subtree_control')).toBe('+cpu +memory +pids');
    expect(await read('pids.max')).toBe('4096');
    expect(await read('cpu.weight')).toBe('79');
    expect(await read('one', 'cpu.weight')).toBe('39');
    expect(await read('one', 'cpu.max')).toBe('150000 100000');
    expect(await read('one', 'memory.max')).toBe('1048576');
    expect(await read('one', 'memory.swap.max')).toBe('0');
    expect(await read('one', 'memory.oom.group')).toBe('1');
    expect(await read('memory.max')).toBe('2097152');
    await expect(read('memory.oom.group')).rejects.toThrow('ENOENT');
    expect(groups.joined('pod', 'one')).toEqual([at('one')]);
    expect(groups.oomFile('pod', 'one')).toBe(at('one', 'memory.events'));
    expect(groups.stats('pod', 'one')).toBeUndefined();
    await writeFile(at('one', 'memory.current'), '5000\n');
    await writeFile(at('one', 'memory.stat'), 'anon 1\ninactive_file 2000\n');
    await writeFile(at('one', 'cpu.stat'), 'usage_usec 7\nuser_usec 3\n');
    expect(groups.stats('pod', 'one')).toEqual({ cpuNanoseconds: 7000n, memoryBytes: 3000 });
  });

  test.each([
    ['the group of the whole machine', { 'cgroup.controllers': 'cpu memory pids\n' }],
    ['a group without the controller of memory', { 'cgroup.controllers': 'cpu pids\n', 'cgroup.type': 'domain\n' }],
  ])('version 2: no process of %s is moved', async (_, files) => {
    const { path: directory, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const mounted = await temporaryDirectory();
    onTestFinished(() => mounted.remove());
    await writeFile(join(mounted.path, 'cgroup.procs'), '1\n');
    for (const [name, text] of Object.entries(files)) await writeFile(join(mounted.path, name), text);
    const groups = await openControlGroups({
      ...{ directory, clock: systemClock, sh: '/bin/sh' },
      mountInfo: `30 23 0:26 / ${mounted.path} rw - cgroup2 cgroup2 rw\n`,
      ownGroups: '0::/\n',
    });
    expect(groups).toBeUndefined();
    expect(await readdir(mounted.path)).not.toContain('kubemin-main');
  });

  test('version 2: a limit below what is used is refused, as the kernel would end the container', async () => {
    const { path: base, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const directories = { cpu: base, memory: base, pids: base, cpuacct: base };
    const groups = new ControlGroups({ version: 2, directories }, systemClock);
    await groups.createPod('pod');
    const update = async (memoryLimit: number): Promise<void> => {
      const own = { memoryLimit };
      await groups.updateContainer('pod', 'one', { own, pod: [own] });
    };
    await groups.createContainer('pod', 'one', { own: { memoryLimit: 5000 }, pod: [] });
    await writeFile(join(base, 'pod', 'one', 'memory.current'), '4000\n');
    await expect(update(4000)).rejects.toThrow('attempting to set memory limit (4000) below current usage (4000)');
    for (const bytes of [4001, 6000]) {
      await update(bytes);
      expect(await readFile(join(base, 'pod', 'one', 'memory.max'), 'utf8')).toBe(String(bytes));
    }
    await writeFile(join(base, 'pod', 'one', 'memory.max'), 'max\n');
    await expect(update(3000)).rejects.toMatchObject({ code: 'UPDATE_CONTAINER' });
  });

  test('version 2: the group of a node that another node has removed is made again for the next pod', async () => {
    const { path: parent, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const base = join(parent, 'kubemin-000000000001');
    const directories = { cpu: base, memory: base, pids: base, cpuacct: base };
    await new ControlGroups({ version: 2, directories }, systemClock).createPod('pod');
    for (const directory of [parent, base]) {
      expect(await readFile(join(directory, 'cgroup.subtree_control'), 'utf8')).toBe('+cpu +memory +pids');
    }
    expect(await readFile(join(base, 'pod', 'pids.max'), 'utf8')).toBe('4096');
  });

  test('a node that starts again, after its groups were removed, owns them again', async (context) => {
    const { path: directory, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const owner = { uid: 4321, gid: 4321 };
    const open = () => openControlGroups({ directory, clock: systemClock, sh: '/bin/sh', owner });
    const findOwner = async (): Promise<number> => {
      const { directories } = JSON.parse(await readFile(join(directory, 'cgroups.json'), 'utf8'));
      return (await stat(directories.memory)).uid;
    };
    onTestFinished(() => removeControlGroups(directory));
    if ((await open()) === undefined) context.skip('control groups cannot be given to another user here');
    expect(await findOwner()).toBe(owner.uid);
    await removeControlGroups(directory);
    expect(await open()).toBeDefined();
    expect(await findOwner()).toBe(owner.uid);
  });

  test('a container sees its groups where programs look for them', () => {
    const version1 = { cpu: '/groups/cpu,cpuacct', cpuacct: '/groups/cpu,cpuacct', memory: '/groups/memory' };
    expect(new ControlGroups({ version: 1, directories: version1 }, systemClock).mounts('pod', 'one')).toEqual([
      { name: 'cpu', source: '/groups/cpu,cpuacct/pod/one' },
      { name: 'cpuacct', source: '/groups/cpu,cpuacct/pod/one' },
      { name: 'memory', source: '/groups/memory/pod/one' },
    ]);
    const version2 = { cpu: '/groups', cpuacct: '/groups', memory: '/groups', pids: '/groups' };
    expect(new ControlGroups({ version: 2, directories: version2 }, systemClock).mounts('pod', 'one')).toEqual([
      { name: '', source: '/groups/pod/one' },
    ]);
  });

  test('a record that was damaged: the groups are removed where they would be made', async () => {
    const { path: directory, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const mounted = await temporaryDirectory();
    onTestFinished(() => mounted.remove());
    const name = `kubemin-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
    const places = {
      mountInfo: `30 23 0:26 / ${mounted.path} rw - cgroup2 cgroup2 rw\n`,
      ownGroups: '0::/\n',
    };
    for (const damaged of ['{"version":2,"direc', 'null', '{}', '']) {
      await mkdir(join(mounted.path, name, 'pod'), { recursive: true });
      await writeFile(join(directory, 'cgroups.json'), damaged);
      await removeControlGroups(directory, systemClock, places);
      expect(await readdir(mounted.path)).toEqual([]);
    }
    await rm(join(directory, 'cgroups.json'));
    await mkdir(join(directory, 'cgroups.json'));
    await expect(removeControlGroups(directory, systemClock, places)).rejects.toThrow('EISDIR');
  });

  test('groups of other nodes are removed when they have had no process for a while', async () => {
    const { path: base, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const groups = new ControlGroups({ version: 1, directories: { cpu: base, memory: base } }, systemClock);
    const [own, old, recent] = ['kubemin-000000000001', 'kubemin-000000000002', 'kubemin-000000000003'];
    for (const name of [own, old, recent, 'other']) await mkdir(join(base, name, 'pod'), { recursive: true });
    for (const name of [own, old, 'other']) await utimes(join(base, name, 'pod'), 0, 0);
    for (const name of [own, old, recent, 'other']) await utimes(join(base, name), 0, 0);
    await groups.removeStale(own);
    expect((await readdir(base)).toSorted()).toEqual([own, recent, 'other'].toSorted());
  });

  test.each([
    [0, 2, 1],
    [1, 2, 1],
    [100, 102, 4],
    [1000, 1024, 39],
    [2_000_000, 262_144, 10_000],
  ])('a request of %d milli-CPUs is a share of %d and a weight of %d', (milliCpus, shares, weight) => {
    expect([cpuShares(milliCpus), cpuWeight(milliCpus)]).toEqual([shares, weight]);
  });
});

/** The control groups of version 2 of this machine, where they limit and this user may make some. */
const TOP = '/sys/fs/cgroup';
const own = await readFile(join(TOP, 'cgroup.controllers'), 'utf8').catch(() => '');
const isUnified = own.includes('memory') && process.getuid?.() === 0;

describe.skipIf(!isUnified)(
  `control groups of this machine${isUnified ? '' : ' (skipped: needs root and version 2; npm run vm)'}`,
  () => {
    test('a group that was delegated alone, with a process: it is moved into one of its own, and groups of nodes are beside that', async () => {
      const { path: directory, remove } = await temporaryDirectory();
      onTestFinished(remove);
      const name = `test-${basename(directory)}`;
      const delegated = join(TOP, name);
      await writeFile(join(TOP, 'cgroup.subtree_control'), '+cpu +memory +pids');
      await mkdir(delegated);
      const shell = spawn(
        'sh',
        ['-c', 'echo 0 >"$1" && echo joined && read -r line', 'sh', join(delegated, 'cgroup.procs')],
        {
          stdio: ['pipe', 'pipe', 'inherit'],
        },
      );
      const ended = once(shell, 'exit');
      onTestFinished(async () => {
        shell.stdin.end();
        await ended;
        await removeControlGroups(directory);
        for (const path of [join(delegated, 'kubemin-main'), delegated]) {
          await eventually(() =>
            rmdir(path).then(
              () => true,
              () => !existsSync(path),
            ),
          );
        }
      });
      await once(shell.stdout, 'data');
      const groups = await openControlGroups({
        ...{ directory, clock: systemClock, sh: '/bin/sh' },
        mountInfo: `30 23 0:26 /${name} ${delegated} rw - cgroup2 cgroup2 rw\n`,
        ownGroups: `0::/${name}\n`,
      });
      expect(await readFile(join(delegated, 'kubemin-main', 'cgroup.procs'), 'utf8')).toBe(`${shell.pid}\n`);
      await groups?.createPod('pod', { memoryLimit: 64 << 20 });
      const [node = ''] = (await readdir(delegated)).filter((entry) => /^kubemin-[0-9a-f]{12}$/.test(entry));
      expect(groups?.path).toBe(`/${name}/${node}`);
      expect(await readFile(join(delegated, node, 'pod', 'memory.max'), 'utf8')).toBe(`${64 << 20}\n`);
    });
  },
);
