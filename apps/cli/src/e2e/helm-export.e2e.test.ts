import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

const HELM = 'helm.sh/helm/v3/cmd/helm@v3.19.0';
const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/kubemin-helm');

/** Helm from PATH, or built from its Go module: building takes minutes, so only the long form of the tests does it. */
function findHelm(): string | undefined {
  const built = join(CACHE, 'helm');
  for (const candidate of ['helm', built]) if (runs(candidate, ['version', '--short'])) return candidate;
  if (process.env.KUBEMIN_TEST_FULL !== '1' || !runs('go', ['version'])) return undefined;
  mkdirSync(CACHE, { recursive: true });
  execFileSync('go', ['install', HELM], { env: { ...process.env, GOBIN: CACHE }, stdio: 'inherit' });
  return existsSync(built) ? built : undefined;
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const SHOP = {
  name: 'shop',
  namespace: 'live',
  component: [
    { name: 'keys', type: 'secret', properties: { secret: { password: 'hunter2hunter2' } } },
    {
      name: 'web',
      type: 'webservice',
      image: 'web:1',
      properties: { ports: [{ port: 80 }] },
      traits: {
        envFrom: [{ type: 'secret', sourceName: 'keys' }],
        rbac: [{ clusterScope: true, rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }] }],
      },
    },
  ],
};

const helm = findHelm();

describe.skipIf(helm === undefined)(
  'a chart made by export, with the real Helm (absent: npm run test:all builds it)',
  () => {
    let home: KubeminHome;
    beforeAll(async () => {
      home = await KubeminHome.create();
      await home.up();
      await writeFile(home.at('shop.json'), JSON.stringify(SHOP));
    });
    afterAll(() => home.remove());

    const run = (...args: readonly string[]) => runHere([...args, '--data-dir', home.at('data')], { cwd: home.path });
    const runHelm = (...args: readonly string[]) =>
      execFileSync(helm ?? 'helm', args, {
        cwd: home.path,
        encoding: 'utf8',
        env: { ...process.env, HOME: home.path, KUBECONFIG: home.at('data/kubeconfig') },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const objects = async (namespace: string) => {
      const kinds = ['deployment', 'service', 'secret', 'serviceaccount', 'clusterrole'];
      const lists = await Promise.all(kinds.map((kind) => run('get', kind, '-n', namespace, '-o', 'name')));
      return lists.map(({ stdout }) => stdout).join('');
    };

    test('R-21: passes lint, needs its secrets, and installs beside the live application, whose runs leave it alone', async () => {
      expect(await run('deploy', 'shop.json', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await run('export', 'shop', '--format', 'helm', '-f', 'chart')).toMatchObject({ exitCode: 0 });

      expect(runHelm('lint', '--strict', 'chart')).toContain('0 chart(s) failed');
      const install = ['install', 'second', 'chart', '-n', 'copy', '--create-namespace'];
      expect(() => runHelm(...install)).toThrow(/components\.keys\.secrets\.password is required/);
      runHelm(...install, '--set-string', 'components.keys.secrets.password=other');

      const installed = await objects('copy');
      expect(installed).toContain('secret/keys');
      const secret = await run('get', 'secret', 'keys', '-n', 'copy', '-o', 'json');
      expect(JSON.parse(secret.stdout).data.password).toBe(btoa('other'));

      await writeFile(home.at('shop.json'), JSON.stringify({ ...SHOP, description: 'changed' }));
      expect(await run('deploy', 'shop.json', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await objects('copy')).toBe(installed);
      expect(runHelm('uninstall', 'second', '-n', 'copy')).toContain('uninstalled');
      expect(await run('status', 'shop')).toMatchObject({ exitCode: 0 });
    });
  },
);
