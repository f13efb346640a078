import { describe, expect, test } from 'vitest';
import { cpuShares, cpuWeight, findParents } from './control-groups.ts';
import { signalNumber } from './sandbox-runtime.ts';

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

  test('version 2: in the group of this process, else beside it', () => {
    const places = findParents(UNIFIED, '0::/user.slice/user-1000.slice/user@1000.service/app.slice/shell.scope\n');
    expect(places.map(({ version, directories }) => [version, directories.memory])).toEqual([
      [2, '/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/shell.scope'],
      [2, '/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice'],
    ]);
  });

  test.each([
    ['no control groups', '', '0::/\n'],
    ['a group outside of the namespace', UNIFIED, '0::/../../elsewhere\n'],
  ])('nowhere with %s', (_, mountInfo, ownGroups) => {
    expect(findParents(mountInfo, ownGroups)).toEqual([]);
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

test.each([
  ['SIGQUIT', 3],
  ['quit', 3],
  ['9', 9],
  ['SIGRTMIN+3', 37],
  ['RTMAX-1', 63],
  ['', 15],
  ['SIGNOTHING', 15],
  ['99', 15],
])('stop signal %j is number %d', (name, number) => {
  expect(signalNumber(name)).toBe(number);
});
