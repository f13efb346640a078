import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { isHeld } from '../connection/directory-lock.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { type FinishedKubemin, KubeminProcess } from '../test-support/kubemin-process.ts';

const FREE_PORTS = ['--port', '0', '--kube-port', '0'];
const PRELOADED = `--import=${join(import.meta.dirname, '..', 'test-support', 'kill-at-change.ts')}`;

let home: KubeminHome;
const begun: string[] = [];
beforeAll(async () => {
  home = await KubeminHome.create();
});
afterAll(async () => {
  for (const path of begun) await kubemin(['down', '--data-dir', path]);
  await home.remove();
});

function detaching(path: string, env: Readonly<Record<string, string>> = {}): KubeminProcess {
  begun.push(path);
  return new KubeminProcess(['up', '--detach', '--data-dir', path, ...FREE_PORTS], { cwd: home.path, env });
}

/** Starts it again in the background, and checks that the running one responds and can be stopped. */
async function worksAgain(path: string): Promise<void> {
  const directory = dataDirectory(path);
  const next: FinishedKubemin = await detaching(path).finished();
  expect(next).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('KubeMin is up') });
  const endpoints = await readEndpoints(directory.endpoints);
  expect(await (await fetch(`${endpoints?.platform}/readyz`)).json()).toMatchObject({ status: 'ready' });
  expect(isHeld(directory.lock)).toBe(true);
  expect(await kubemin(['down', '--data-dir', path])).toMatchObject({ exitCode: 0 });
  // No other process holds it: there was only one.
  expect(isHeld(directory.lock)).toBe(false);
}

const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** What is made on the way; the first of them by the command itself, the others by what it left in the background. */
const MOMENTS = ['start.log', 'lock.db', 'endpoints.json', ...(FULL ? ['certificates/ca.key', 'platform.db'] : [])];

describe('up --detach, killed while it waits', () => {
  test.each(MOMENTS)(
    'killed when %s is created: the started process becomes ready, or was never started',
    async (made) => {
      const path = home.at(`waiting-${made.replaceAll(/\W/g, '-')}`);
      const first = detaching(path);
      await eventually(() => existsSync(join(path, made)) || !first.running, { longestPauseMs: 10 });
      await first.end('SIGKILL');
      expect(existsSync(join(path, made)), first.stderr).toBe(true);
      await worksAgain(path);
    },
  );
});

/** Where what runs in the background is cut off: before the first thing it writes below. */
const WRITTEN = ['admin-token', '.endpoints.json', ...(FULL ? ['certificates', '.kubeconfig'] : [])];

describe('what runs in the background, killed while it starts', () => {
  test.each(WRITTEN)(
    'before it writes %s: the command reports it with a hint, and the next one works',
    async (name) => {
      const path = home.at(`killed-${name.replaceAll(/\W/g, '-')}`);
      const env = {
        NODE_OPTIONS: PRELOADED,
        KUBEMIN_TEST_KILL_IN: join(path, name),
        KUBEMIN_TEST_KILL_AT: '1',
      };
      const first = await detaching(path, env).finished();
      expect(first).toMatchObject({ exitCode: 1, stdout: '' });
      expect(first.stderr).toMatch(/SIGKILL/);
      expect(first.stderr).toContain(dataDirectory(path).log);
      expect(isHeld(dataDirectory(path).lock)).toBe(false);
      await worksAgain(path);
    },
  );
});
