import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAdminToken } from '../connection/admin-token.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { ExitCode } from '../terminal/errors/cli-error.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';

/** Only root mounts, and not in every container. */
const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let home: KubeminHome;
let disk: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  home = await KubeminHome.create();
  disk = await temporaryDirectory();
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk.path]);
});
afterAll(async () => {
  await home.remove();
  if (canMount) execFileSync('umount', ['-l', disk.path]);
  await disk.remove();
});

interface ApiResponse {
  readonly status: number | undefined;
  readonly text: string;
}

async function askKube(
  url: string,
  { body, ...options }: RequestOptions & { readonly body: string },
): Promise<ApiResponse> {
  const asked = request(url, options);
  asked.end(body);
  const [response]: IncomingMessage[] = await once(asked, 'response');
  return { status: response?.statusCode, text: response === undefined ? '' : await text(response) };
}

const filler = (): string => `${disk.path}/filler`;

/** Writes until nothing more goes in. */
function fillDisk(): void {
  for (const size of [1 << 20, 4096]) {
    const file = openSync(filler(), 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    } finally {
      closeSync(file);
    }
  }
}

const makeRoom = (): void => rmSync(filler(), { force: true });

test.runIf(canMount)('R-08: a full disk is reported, and everything goes on when there is room', async () => {
  const path = `${disk.path}/data`;
  mkdirSync(path);
  const directory = dataDirectory(path);
  const up = async () => {
    const process = home.start('up', '--data-dir', path, '--port', '0', '--kube-port', '0');
    await process.waitForOutput('KubeMin is up');
    return process;
  };
  const readiness = async (): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${(await readEndpoints(directory.endpoints))?.platform}/readyz`);
    return { status: response.status, text: await response.text() };
  };
  const token = async (): Promise<string> => (await readAdminToken(directory.adminToken)) ?? '';
  const kube = async (method: string, at: string, body?: object): Promise<ApiResponse> =>
    askKube(`${(await readEndpoints(directory.endpoints))?.kubernetes}${at}`, {
      method,
      ca: readFileSync(`${directory.certificates}/ca.crt`),
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
    });
  const createNamespace = (name: string) => kube('POST', '/api/v1/namespaces', { metadata: { name } });
  const saveApplication = async (name: string): Promise<ApiResponse> => {
    const response = await fetch(`${(await readEndpoints(directory.endpoints))?.platform}/api/v1/applications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, component: [{ name: 'web', type: 'webservice', image: 'web:1' }] }),
    });
    return { status: response.status, text: await response.text() };
  };

  const first = await up();
  expect(await readiness()).toMatchObject({ status: 200 });
  fillDisk();
  expect(await readiness()).toMatchObject({
    status: 503,
    text: expect.stringContaining('disk: no space left on the disk'),
  });
  expect(await kube('GET', '/readyz')).toMatchObject({
    status: 500,
    text: expect.stringMatching(/^not ready: reads are served, writes are not: no space left on the disk/),
  });
  expect(await kube('GET', '/livez')).toMatchObject({ status: 200 });
  const refused = { status: 500, text: expect.stringContaining('no space left on the disk') };
  expect(await createNamespace('small')).toMatchObject(refused);
  expect(await kube('GET', '/api/v1/namespaces/default')).toMatchObject({ status: 200 });
  const unsaved = { status: 503, text: expect.stringContaining('no space left on the disk') };
  expect(await saveApplication('full')).toMatchObject(unsaved);
  // The last block of the log may have room for some lines: its lines are written until one is lost.
  await eventually(async () => {
    expect(await saveApplication('full')).toMatchObject(unsaved);
    return first.stderr.includes(`the log ${directory.log} cannot be written any more`);
  });
  makeRoom();
  await eventually(async () => (await readiness()).status === 200);
  expect(await createNamespace('after')).toMatchObject({ status: 201 });
  expect(await saveApplication('after')).toMatchObject({ status: 200 });
  // Nothing has to be started again for the log, either.
  await eventually(async () => {
    await saveApplication('after');
    return readFileSync(directory.log, 'utf8').includes('lines of the log are missing here');
  });

  fillDisk();
  await first.end('SIGTERM');
  fillDisk();
  const second = await up();
  fillDisk();
  await second.end('SIGTERM');
  fillDisk();
  // A part of the reserve is left for one start after the other.
  const third = await up();
  expect(await readiness()).toMatchObject({ status: 503, text: expect.stringContaining('no space left on the disk') });
  expect(await kube('GET', '/api/v1/namespaces/after')).toMatchObject({ status: 200 });
  expect(await createNamespace('small')).toMatchObject(refused);
  makeRoom();
  await eventually(async () => (await readiness()).status === 200);
  await eventually(async () => (await createNamespace('again')).status === 201);
  await eventually(() => statSync(directory.reserve).size === 4 * 1024 * 1024);

  rmSync(directory.reserve);
  fillDisk();
  // A killed process leaves files whose blocks the next start can use again, sometimes enough of them to start.
  await third.end('SIGTERM');
  fillDisk();
  const fourth = await home.start('up', '--data-dir', path, '--port', '0', '--kube-port', '0').finished();
  expect(fourth.exitCode).toBe(ExitCode.failed);
  expect(fourth.stderr).toMatch(
    /^error: cannot start: \S+ cannot be written: no space left on the disk \(\d+ KiB free\)\n +free at least/m,
  );
  expect(fourth.stderr).not.toMatch(/bug in KubeMin|ENOSPC/);
});

test.runIf(canMount)('R-08: the API server alone reports a full disk, starts on it read-only and resumes', async () => {
  makeRoom();
  const path = `${disk.path}/alone`;
  mkdirSync(path);
  const directory = dataDirectory(`${path}/apiserver`);
  const start = async () => {
    const process = home.start('apiserver', '--data-dir', path, '--secure-port', '0', '--insecure-port', '0');
    await process.waitForOutput('API server is up');
    const server = /https:\/\/\S+/.exec(process.stdout)?.[0];
    const ask = async (method: string, at: string, body?: object): Promise<ApiResponse> =>
      askKube(`${server}${at}`, {
        method,
        ca: readFileSync(`${directory.certificates}/ca.crt`),
        headers: {
          authorization: `Bearer ${await readAdminToken(directory.adminToken)}`,
          'content-type': 'application/json',
        },
        body: body === undefined ? '' : JSON.stringify(body),
      });
    return { process, ask };
  };
  const notReady = {
    status: 500,
    text: expect.stringMatching(/^not ready: reads are served, writes are not: no space left on the disk/),
  };
  const namespace = { metadata: { name: 'more' } };
  const refused = { status: 500, text: expect.stringContaining('no space left on the disk') };

  const first = await start();
  expect(await first.ask('GET', '/readyz')).toMatchObject({ status: 200 });
  fillDisk();
  expect(await first.ask('GET', '/readyz')).toMatchObject(notReady);
  await first.process.end('SIGTERM');
  fillDisk();
  const second = await start();
  expect(await second.ask('GET', '/readyz')).toMatchObject(notReady);
  expect(await second.ask('GET', '/api/v1/namespaces/default')).toMatchObject({ status: 200 });
  expect(await second.ask('POST', '/api/v1/namespaces', namespace)).toMatchObject(refused);
  fillDisk();
  await second.process.end('SIGKILL');
  fillDisk();
  const third = await start();
  expect(await third.ask('GET', '/readyz')).toMatchObject(notReady);
  makeRoom();
  await eventually(async () => (await third.ask('GET', '/readyz')).status === 200);
  expect(await third.ask('POST', '/api/v1/namespaces', namespace)).toMatchObject({ status: 201 });
  await eventually(() => statSync(directory.reserve).size === 4 * 1024 * 1024);
  await third.process.end('SIGKILL');
});
