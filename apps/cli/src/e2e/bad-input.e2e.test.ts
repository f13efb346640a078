import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@kubemin/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KUBEMIN } from '../test-support/kubemin-process.ts';

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

test('a broken document lists all its problems with paths and lines, and exits 3', async () => {
  const file = home.at('broken.yaml');
  await writeFile(
    file,
    `name: Shop_1
component:
  - name: api
    type: webservice
    replcas: 2
    traits:
      probes:
        - type: liveness
  - name: api
    type: wrong
workflow:
  - name: go
    components: [api, ghost]
`,
  );
  const { exitCode, stderr, stdout } = await kubemin(['deploy', file, '--data-dir', home.at('none')]);
  expect(exitCode).toBe(3);
  expect(stdout).toBe('');
  for (const [code, path, line] of [
    ['INVALID_NAME_FORMAT', 'name', 1],
    ['MISSING_IMAGE', 'component[0].image', 3],
    ['INVALID_PROBE_CONFIG', 'component[0].traits.probes[0]', 8],
    ['DUPLICATE_COMPONENT', 'component[1].name', 9],
    ['INVALID_COMPONENT_TYPE', 'component[1].type', 10],
    ['COMPONENT_NOT_FOUND', 'workflow[0].components[1]', 13],
  ]) {
    expect(stderr).toMatch(
      new RegExp(`broken\\.yaml:${line}:\\d+ error ${code} ${String(path).replaceAll(/[[\].]/g, '\\$&')}:`),
    );
  }
  expect(stderr).toContain('Did you mean "replicas"?');
  expect(stderr).toContain('nothing was deployed');
});

test('text that is neither JSON nor YAML is reported with the position, and exits 3', async () => {
  const file = home.at('broken.json');
  await writeFile(file, '{"name": "shop", "component": [}');
  const { exitCode, stderr } = await kubemin(['deploy', file]);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/broken\.json:1:\d+ error/);
});

test('a taken port is named with what to do, and the data directory can be used right after', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const directory = home.at();
  try {
    for (const flags of [
      ['--port', String(port), '--kube-port', '0'],
      ['--port', '0', '--kube-port', String(port)],
    ]) {
      const { exitCode, stderr } = await kubemin(['up', '--data-dir', directory, ...flags]);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(String(port));
      expect(stderr).toContain(flags[1] === '0' ? '--kube-port' : '--port');
    }
  } finally {
    blocker.close();
  }
  await home.up();
});

test('a data directory that cannot be written is named with what to do', async () => {
  const file = home.at('a-file');
  await writeFile(file, '');
  const { exitCode, stderr } = await kubemin([
    'up',
    '--data-dir',
    join(file, 'data'),
    '--port',
    '0',
    '--kube-port',
    '0',
  ]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(join(file, 'data'));
  expect(stderr).toContain('--data-dir');
});

test('a second up that asks for something else is refused, and the first goes on undisturbed', async () => {
  const directory = home.at();
  const first = await home.upProcess();
  const { exitCode, stderr } = await kubemin(['up', '--data-dir', directory, '--port', '1', '--nodes', '7']);
  expect(exitCode).toBe(6);
  expect(stderr).toContain('already running');
  expect(stderr).toContain('--nodes is 3, not 7');
  expect(stderr).toContain(`kubemin --data-dir ${directory} down`);
  expect(first.running).toBe(true);
  const { exitCode: status } = await kubemin(['status', '--data-dir', directory]);
  expect(status).toBe(0);
});

test('unknown applications, commands and numbers get a message and their exit code', async () => {
  const directory = home.at();
  await home.up();
  expect(await kubemin(['status', 'ghost', '--data-dir', directory])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('application ghost not found'),
  });
  expect(await kubemin(['depoly'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('deploy') });
  expect(await kubemin(['up', '--port', 'http'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('port'),
  });
});

test('without a running KubeMin, commands print how to start one', async () => {
  const { exitCode, stderr } = await kubemin(['ls', '--data-dir', home.at('none')]);
  expect(exitCode).toBe(5);
  expect(stderr).toContain(`kubemin --data-dir ${home.at('none')} up`);
});

test('a reader that goes away does not take the platform with it', async () => {
  const script = `"$0" up --data-dir "$1" --port 0 --kube-port 0 2>&1 | head -n 1; exit \${PIPESTATUS:-0}`;
  const shell = spawn('bash', ['-c', script, KUBEMIN, home.at()], { stdio: 'ignore' });
  try {
    const { stdout } = await eventually(() => kubemin(['status', '--data-dir', home.at()]), {
      until: ({ exitCode }) => exitCode === 0,
    });
    expect(stdout).toContain('(ready)');
    expect((await kubemin(['down', '--data-dir', home.at()])).exitCode).toBe(0);
  } finally {
    shell.kill();
  }
});

test('an unknown output format is refused', async () => {
  expect(await kubemin(['ls', '-o', 'xml'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('table, wide, json, yaml, jsonl, name'),
  });
});
