import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { KUBEMIN } from '../test-support/kubemin-process.ts';
import { missingPty, Pty } from '../test-support/pty.ts';

const missing = await missingPty();
let home: KubeminHome;
const started: Pty[] = [];
beforeAll(async () => {
  home = await KubeminHome.create();
  if (missing === undefined) await home.up();
});
afterEach(async () => {
  for (const pty of started.splice(0)) await pty.end();
});
afterAll(() => home.remove());

async function login(...args: readonly string[]): Promise<Pty> {
  const url = (await readEndpoints(dataDirectory(home.at()).endpoints))?.platform ?? '';
  const env = { XDG_CONFIG_HOME: home.at('config') };
  const pty = await Pty.start([KUBEMIN, 'login', url, '--name', 'here', ...args], { cwd: home.path, env });
  started.push(pty);
  return pty;
}

describe.skipIf(missing !== undefined)(
  `logging in at a pseudo-terminal${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    test('a token is typed and never shown; Ctrl-C stores nothing', async () => {
      const stopped = await login();
      await stopped.until('Token for http');
      await stopped.press('C-c');
      expect(await stopped.exitCode()).toBe(130);
      await expect(readFile(home.at('config/kubemin/contexts.json'))).rejects.toThrow('ENOENT');

      const token = (await readFile(dataDirectory(home.at()).adminToken, 'utf8')).trim();
      const pty = await login();
      await pty.until('Token for http');
      await pty.type(token);
      await pty.press('Enter');
      await pty.until('logged in to');
      expect(await pty.history()).not.toContain(token.slice(0, 12));
      expect(await readFile(home.at('config/kubemin/contexts.json'), 'utf8')).toContain(token);
    });

    test('the question is asked in Chinese, too', async () => {
      const pty = await login('--lang', 'zh');
      await pty.until('的令牌');
    });
  },
);
