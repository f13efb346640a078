import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../commands/commands.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { writeEndpoints } from '../connection/endpoints-file.ts';
import { ExitCode } from '../terminal/errors/cli-error.ts';
import { ForeignCluster } from '../test-support/foreign-cluster.ts';
import { kubectlVersion } from '../test-support/kubectl.ts';
import { kubemin } from '../test-support/kubemin-command.ts';
import { KubeminHome } from '../test-support/kubemin-home.ts';
import type { FinishedKubemin } from '../test-support/kubemin-process.ts';
import { runHere } from '../test-support/run-here.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** These work on the cluster that kubectl uses by their own documentation, and name it; they have tests of their own. */
const AS_KUBECTL = ['server', 'hub'];
/** What lasts: `up` is what the tour talks to, and `apiserver` is what plays the foreign cluster, both with its kubeconfig in their environment. */
const LASTING = ['up', 'apiserver'];

let home: KubeminHome;
let foreign: ForeignCluster;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  home = await KubeminHome.create();
  foreign = await ForeignCluster.start(home, [home.at('foreign.kubeconfig'), home.at('.kube/config')]);
  env = { HOME: home.path, KUBECONFIG: home.at('foreign.kubeconfig') };
  await cp(join(ROOT, 'examples'), home.at('examples'), { recursive: true });
  await writeFile(
    home.at('object.yaml'),
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: mine }\ndata: { a: b }\n',
  );
});
afterAll(async () => {
  await foreign.close();
  await home.remove();
});

const run = (line: string, more: Readonly<Record<string, string>> = {}): Promise<FinishedKubemin> =>
  runHere(splitWords(line), { cwd: home.path, env: { ...env, ...more } });

function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

type Command = (typeof COMMANDS)[number];

const takes = ({ options }: Command, option: string): boolean =>
  Object.values(options).some((each) => 'form' in each && each.form?.includes(option) === true);

/** Every command in several ways: with a word for each argument, as its examples have it, with a pod and a file of objects. */
function commandLines(command: Command): readonly string[] {
  const name = command.path.join(' ');
  const ghosts = Object.values(command.arguments).flatMap(({ form }) => (form.startsWith('<') ? ['ghost'] : []));
  // Documents are read without a cluster; to try all their examples takes long.
  const examples = command.group === 'author' ? command.examples.slice(0, 1) : command.examples;
  return [
    [name, ...ghosts].join(' '),
    ...examples.map(({ line }) => line.replace(/^kubemin /, '').replace(/ --kubeconfig \S+/, '')),
    ...(takes(command, '-f, --file') ? [`${name} -f object.yaml`] : []),
    ...(takes(command, '--kubeconfig') ? [`${name} pod/ghost`] : []),
  ];
}

test('R-13: with the kubeconfig of another cluster on the machine, no command reaches it unless it is named', async () => {
  await run('get nodes --kubeconfig foreign.kubeconfig');
  expect(foreign.takeConnections(), 'what reaches it is counted').toBeGreaterThan(0);
  const commands = COMMANDS.filter(({ path }) => ![...AS_KUBECTL, ...LASTING].includes(path.join(' ')));
  const lines = commands.flatMap((command) => commandLines(command).map((line) => ({ line, command })));
  const none = { KUBEMIN_HOME: home.at('none') };
  const elsewhere = { KUBEMIN_URL: 'http://127.0.0.1:1', KUBEMIN_TOKEN: 'any' };
  for (const { line, command } of lines) {
    const [first = '', ...rest] = splitWords(line);
    // What stands behind kubectl is kubectl's.
    const typed = ['--yes', '--no-input', '--timeout', '2s', first, ...rest];
    for (const place of takes(command, '--kubeconfig') ? [none, elsewhere] : [none]) {
      await runHere(typed, { cwd: home.path, env: { ...env, ...place } });
      expect(foreign.takeConnections(), `kubemin ${line}`).toBe(0);
    }
  }
});

test('R-13: with no platform selected, commands about a cluster fail and list the ways to choose one', async () => {
  for (const line of ['top', 'logs pod/web', 'exec pod/web -- true', 'port-forward svc/web 80']) {
    const { exitCode, stderr } = await run(line, { KUBEMIN_HOME: home.at('none') });
    expect(exitCode, line).toBe(ExitCode.notFound);
    expect(stderr).toContain(`no running KubeMin found (looked in ${home.at('none')})`);
  }
  for (const line of ['get pods', 'apply -f object.yaml', 'crd install at']) {
    const { exitCode, stderr } = await run(line, { KUBEMIN_HOME: home.at('none') });
    expect(exitCode, line).toBe(ExitCode.notFound);
    expect(stderr).toContain(`no cluster selected: no running KubeMin found (looked in ${home.at('none')})`);
    for (const way of ['kubemin up', '--data-dir DIR', '--context NAME', '--kubeconfig FILE'])
      expect(stderr).toContain(way);
  }
  const remote = await run('get pods', { KUBEMIN_URL: 'http://127.0.0.1:1', KUBEMIN_TOKEN: 'any' });
  expect(remote.stderr).toContain(
    'the kubeconfig of the cluster that http://127.0.0.1:1 delivers to is not on this machine',
  );
  expect(foreign.takeConnections()).toBe(0);
});

test('R-13: what writes to a cluster that is not KubeMin’s own names it, and does nothing without consent', async () => {
  const named = `Cluster foreign (${foreign.server}) is not managed by KubeMin`;
  for (const line of [
    'apply -f object.yaml --kubeconfig foreign.kubeconfig',
    'apply -f object.yaml --kube-context foreign',
    'crd install at --kube-context foreign',
    'crd init --kubeconfig foreign.kubeconfig',
    'hub --metrics-bind-address 0 --health-probe-bind-address 0',
  ]) {
    const { exitCode, stderr } = await run(line);
    expect({ exitCode, line }).toEqual({ exitCode: ExitCode.usage, line });
    expect(stderr).toContain(named);
    expect(stderr).toContain('--yes');
  }
  const deletion = await run('delete -f object.yaml --kubeconfig foreign.kubeconfig');
  expect(deletion.stderr).toContain(`Cluster: foreign (${foreign.server}), not managed by KubeMin.`);
  expect(foreign.takeConnections()).toBe(0);
  expect(await run('apply -f object.yaml --kube-context foreign --yes')).toMatchObject({ exitCode: 0 });
  expect(foreign.takeConnections()).toBeGreaterThan(0);
});

/** The command lines of a page, and the document it has the reader write. */
async function pageLines(path: string): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, path), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, ''))
    .flatMap((line) => /^(?:npx )?kubemin (.+)$/.exec(line)?.[1] ?? []);
}

test('R-13: the tour of the README and the quick start leave the other cluster of the machine alone', async () => {
  const started = home.startWith(
    { env },
    'up',
    '--demo-once',
    '--data-dir',
    '.kubemin',
    '--port',
    '0',
    '--kube-port',
    '0',
  );
  await started.waitForOutput('KubeMin is up');
  const page = await readFile(join(ROOT, 'docs/quick-start.md'), 'utf8');
  await writeFile(home.at('kubemin.yaml'), /^```yaml\n([\s\S]*?)^```/m.exec(page)?.[1] ?? '');
  const lines = [...(await pageLines('README.md')), ...(await pageLines('docs/quick-start.md'))];
  expect(lines).toContain('status demo');
  // Those are about the cluster that kubectl uses, or take away what the others need.
  const toured = lines.filter((line) => !/^(server|down|reset|deploy .*--data-dir)/.test(line));
  for (const line of toured) {
    // The real kubectl and the browser want a process.
    const [command = ''] = line.split(' ');
    if (command === 'kubectl' && (await kubectlVersion()) === undefined) continue;
    const ended =
      command === 'kubectl'
        ? await kubemin(splitWords(line), { cwd: home.path, env })
        : await run(`${line} --no-input`);
    // There is no terminal for prompts, the context is not in the kubeconfig, and there are differences.
    const fails = /^(init|up --cluster|diff)/.test(line);
    expect(ended.exitCode === 0, `${line}\n${ended.stderr}`).toBe(!fails);
    expect(foreign.takeConnections(), line).toBe(0);
  }
  for (const line of [
    'get pods',
    'top',
    'logs demo/web --tail 1',
    'exec demo/web -- true',
    'apply -f object.yaml',
    'delete configmap default/mine --yes',
    'crd install at',
  ]) {
    const ended = await run(line);
    expect(ended.exitCode, `${line}\n${ended.stderr}`).toBe(0);
    expect(foreign.takeConnections(), line).toBe(0);
  }
  await run('down');
  expect(foreign.takeConnections()).toBe(0);
}, 60_000);

test('R-13: server names the cluster it delivers to, and so do status and doctor', async () => {
  const server = home.startWith({ env }, 'server', '--data-dir', 'real', '--port', '0');
  await server.waitForOutput(/^http:\S+\n/m);
  const source = home.at('foreign.kubeconfig');
  expect(server.stderr).toContain(`delivers to cluster foreign (${foreign.server}), from ${source}`);
  const place = { KUBEMIN_HOME: home.at('real') };
  expect((await run('status', place)).stdout).toContain(`${foreign.server} (foreign)`);
  expect((await run('doctor', place)).stdout).toContain(`(foreign, ${foreign.server})`);
  const refused = await run('apply -f object.yaml', place);
  expect(refused).toMatchObject({ exitCode: ExitCode.usage });
  expect(refused.stderr).toContain(`Cluster foreign (${foreign.server}) is not managed by KubeMin`);
  await server.end('SIGTERM');
});

test('R-13: without HOME neither doctor nor kubectl writes into the current directory', async () => {
  const [cwd, bin, homeDirectory] = [home.at('empty'), home.at('bin'), home.at('without-home')];
  for (const directory of [cwd, bin, homeDirectory]) await mkdir(directory);
  // Where kubectl keeps its cache; it does so also when it is asked for its own version.
  const script = '#!/bin/sh\nif [ -n "$HOME" ]; then cd "$HOME"; fi\nmkdir -p .kube/cache\n';
  await writeFile(join(bin, 'kubectl'), script, { mode: 0o755 });
  const directory = dataDirectory(home.at('running'));
  await mkdir(directory.path);
  await writeEndpoints(directory.endpoints, { pid: process.pid, platform: foreign.server, kubeconfig: home.at('own') });
  const bare = { PATH: [bin, process.env.PATH ?? ''].join(delimiter), KUBEMIN_HOME: directory.path };
  const here = { cwd, homeDirectory, env: bare };
  expect((await runHere(['doctor'], here)).stdout).toMatch(/command kubectl\s+installed/);
  expect(await readdir(homeDirectory)).toEqual([]);
  expect(await runHere(['kubectl', 'get', 'nodes'], here)).toMatchObject({ exitCode: 0 });
  expect(await readdir(homeDirectory)).toEqual(['.kube']);
  expect(await readdir(cwd)).toEqual([]);
});
