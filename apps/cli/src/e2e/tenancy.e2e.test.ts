import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createPlatformClient, type PlatformClient, PlatformError } from '@kubemin/client';
import { createKubeClient, httpTransport, loadKubeconfigFiles, renderKubeconfig } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import { apps, core, networking } from '@kubemin/kubeapi/resources';
import { LABEL } from '@kubemin/render';
import {
  COMMON_NAMESPACE,
  extensionAttempts,
  helmProgram,
  prepareCommonNamespace,
  prepareTenancy,
  RefusedRun,
  startTestCluster,
  TENANCY_GRANTS,
  type TenancyAttempt,
  type TenancyExtensions,
  type TestCluster,
  tenancyAttempts,
  UNREACHED_NAMESPACES,
  VICTIM,
  writeTenancyExtensions,
} from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { readEndpoints } from '../connection/endpoints-file.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import { runHere } from '../test-support/run-here.ts';

let west: TestCluster;
beforeAll(async () => {
  west = await startTestCluster({ nodes: 0, transport: 'http' });
});
afterAll(() => west.close());

let home: KubeminHome;
beforeEach(async () => {
  home = await KubeminHome.create();
});
afterEach(() => home.remove());

/** The data directories of a platform and of the cluster that it delivers to. */
interface Started {
  readonly platform: string;
  readonly cluster: string;
}

const STARTS: Readonly<Record<string, (extensions: TenancyExtensions) => Promise<Started>>> = {
  'of kubemin up': async (extensions) => {
    await home.upWith(await helmEnvironment(), '--runtime', 'simulated', ...extensionFlags(extensions));
    return { platform: home.at(), cluster: home.at() };
  },
  'of kubemin server, with the kubeconfig of another': async (extensions) => {
    await home.up('--runtime', 'simulated');
    const { kubeconfig } = dataDirectory(home.at());
    const flags = ['--port', '0', '--data-dir', home.at('server'), ...extensionFlags(extensions)];
    const server = home.startWith(
      await helmEnvironment(),
      ...['server', '--kubeconfig', kubeconfig, '--msg-type', 'noop', ...flags],
    );
    await server.waitForOutput(/^http:\S+\n/m);
    return { platform: home.at('server'), cluster: home.at() };
  },
};

function extensionFlags({ charts, plugin }: TenancyExtensions): readonly string[] {
  return ['--jobs-helm-charts', `${charts}/`, '--plugins', plugin];
}

/** What the charts contain is read by the installed helm, or by a script: none of them has template expressions. */
async function helmEnvironment(): Promise<{ readonly env: { readonly PATH: string } }> {
  return { env: { PATH: (await helmProgram(home.path)).path } };
}

interface RefusedRequest {
  /** The code, then code and path of each problem; of a run, its message. */
  readonly codes: string;
  /** The problems, or the message if there are none. */
  readonly reasons: readonly string[];
}

async function refusal(work: Promise<unknown>): Promise<RefusedRequest> {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  if (error instanceof RefusedRun) return { codes: error.message, reasons: [error.message] };
  if (!(error instanceof PlatformError)) return { codes: `nothing was refused: ${error}`, reasons: [] };
  const { code, message, problems = [] } = error;
  return {
    codes: [code, ...problems.map((problem) => `${problem.code} ${problem.path}`)].join(', '),
    reasons: problems.length > 0 ? problems.map((problem) => problem.message) : [message],
  };
}

/**
 * Names and versions of the objects of the victim, of all applications in the namespaces of attempts, and which
 * namespaces exist that no attempt may create.
 */
async function protectedState(cluster: string): Promise<readonly string[]> {
  const readText = (path: string) => readFileSync(path, 'utf8');
  const transport = httpTransport(loadKubeconfigFiles([dataDirectory(cluster).kubeconfig], { readFile: readText }));
  try {
    const client = createKubeClient(transport.handler);
    const types: readonly ResourceType[] = [core.v1.secrets, core.v1.configmaps, core.v1.services];
    const workloads: readonly ResourceType[] = [
      apps.v1.deployments,
      core.v1.persistentvolumeclaims,
      networking.v1.ingresses,
    ];
    const lists = await Promise.all([
      ...types.map((type) => client.resource(type, 'alpha').list()),
      ...['beta', COMMON_NAMESPACE].flatMap((namespace) =>
        [...types, ...workloads].map((type) => client.resource(type, namespace).list({ labelSelector: LABEL.appId })),
      ),
    ]);
    const namespaces = await client.resource(core.v1.namespaces).list();
    return [
      ...lists.flatMap(({ items }) =>
        items.map(({ metadata: { name, uid, resourceVersion } }) => `${name} ${uid} ${resourceVersion}`),
      ),
      ...namespaces.items
        .flatMap(({ metadata }) => metadata.name ?? [])
        .filter((name) => UNREACHED_NAMESPACES.includes(name)),
    ];
  } finally {
    transport.close();
  }
}

/** Lines, indentation and quotes do not count: commands look up applications by name first, and quote none. */
const words = (text: string): string => text.replaceAll('"', '').replace(/\s+/g, ' ');

// The short form has both planes, and the cluster behind its kubeconfig; requests to `kubemin up` alone are in the tests of the server.
const TRIED = Object.entries(STARTS).slice(process.env.KUBEMIN_TEST_FULL === '1' ? 0 : 1);

describe.each(TRIED)('a member of another project on the platform %s', (_, start) => {
  test('is refused with every request and every command, with the same reason, and nothing is created', async () => {
    const extensions = await writeTenancyExtensions(home.path);
    const { platform, cluster } = await start(extensions);
    const { platform: url } = (await readEndpoints(dataDirectory(platform).endpoints)) ?? { platform: '' };
    const adminToken = (await readFile(dataDirectory(platform).adminToken, 'utf8')).trim();
    const admin = createPlatformClient({ url, token: adminToken });
    if (west.address === undefined) throw new Error('the cluster listens nowhere');
    await admin.registerCluster({ name: 'west', kubeconfig: renderKubeconfig(west.address) });
    const tokens: Record<TenancyAttempt['by'], string> = { bound: '', unbound: '', administrator: adminToken };
    for (const by of ['bound', 'unbound'] as const) {
      await admin.createUser({ name: by, roles: [TENANCY_GRANTS[by]] });
      tokens[by] = (await admin.createToken({ name: 'test', user: by })).token;
    }
    const client = (by: TenancyAttempt['by']): PlatformClient => createPlatformClient({ url, token: tokens[by] });
    const scene = await prepareTenancy(admin, client('bound'));
    await prepareCommonNamespace(admin);
    await writeFile(home.at('bundle'), JSON.stringify(scene.bundle));
    const before = await protectedState(cluster);

    for (const attempt of [...tenancyAttempts(scene), ...extensionAttempts(extensions)]) {
      const { name, by, request, command, refused, namesVictim = false } = attempt;
      const { codes, reasons } = await refusal(request(client(by)));
      expect.soft(codes, name).toContain(refused);
      if (command === undefined) continue;
      await writeFile(home.at('attempt.json'), JSON.stringify(command.document ?? {}));
      const file = command.document === undefined ? home.at('bundle') : home.at('attempt.json');
      const { exitCode, stdout, stderr } = await runHere(
        command.args.map((arg) => (arg === '{file}' ? file : arg)),
        {
          cwd: home.path,
          env: { KUBEMIN_URL: url, KUBEMIN_TOKEN: tokens[by], KUBEMIN_PASSPHRASE: scene.passphrase },
        },
      );
      expect.soft(exitCode, `${name}: ${stdout}${stderr}`).toBeGreaterThan(0);
      for (const reason of reasons) expect.soft(words(stderr), name).toContain(words(reason));
      if (!namesVictim) expect.soft(stdout + stderr, name).not.toContain(VICTIM);
    }
    expect(await protectedState(cluster)).toEqual(before);
    const { entries } = await admin.listAudit({ user: 'bound', limit: 500 });
    expect(entries.filter(({ status = 0 }) => status >= 400).length).toBeGreaterThanOrEqual(20);
    // Runs that were refused: five of charts, by request and command, and three of plug-ins, which `deploy` plans first.
    const runs = entries.filter(({ route, status = 500 }) => route === 'execWorkflow' && status < 400);
    expect(runs).toHaveLength(13);
  });
});
