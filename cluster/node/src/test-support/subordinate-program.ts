import { execFile } from 'node:child_process';
import { access, chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock, systemRandom } from '@kubemin/base';
import { ImageStore, imageArchitecture } from '../images/image-store.ts';
import { layerBytes, storeImage } from '../images/test-support/image-fixture.ts';
import { DEFAULT_NODE_NETWORK, removeNode, startAnchor } from '../sandbox/anchor.ts';
import { findHostPrograms } from '../sandbox/host-programs.ts';
import { openSandboxRuntime } from '../sandbox/open-runtime.ts';
import { findUserMap, subordinateFiles } from '../sandbox/user-namespace.ts';
import { hostContainer, makeHostImage } from './host-image.ts';
import { PROGRAM_DIRECTORIES } from './stop-node.ts';

/**
 * A node of an ordinary user with subordinate ids, as a process of its own: `map` prints the kind of users that there are, `node`
 * unpacks an image, runs a container in a node and removes all of it, `container` is the part of it inside of the node.
 */
const [part = '', directory = '', root = ''] = process.argv.slice(2);
const at = (name: string): string => join(directory, name);
const runtimeOptions = { directory: at('node'), clock: systemClock, random: systemRandom };
const parts: Readonly<Record<string, () => Promise<string>>> = {
  map: async () => (await findUserMap()).kind,
  node: runNode,
  container: runContainer,
};
process.stdout.write((await parts[part]?.()) ?? '');
process.exit();

async function runNode(): Promise<string> {
  const map = await findUserMap();
  const users = subordinateFiles(map);
  const architecture = imageArchitecture(process.arch);
  const store = await ImageStore.open({ directory: at('images'), random: systemRandom, architecture, users });
  await mkdir(at('host'));
  await makeHostImage(at('host'));
  const tar = await layerBytes([
    { name: 'home/' },
    { name: 'home/web/', uid: 1000, gid: 1001, mode: 0o700 },
    { name: 'home/web/file', uid: 1000, gid: 1001, mode: 0o4640 },
  ]);
  const image = await storeImage(store, ['two:1'], {
    config: { platform: { os: 'linux', architecture } },
    layers: [{ tar }],
  });
  const unpacked = await store.root(image);
  const programs = await findHostPrograms(PROGRAM_DIRECTORIES);
  await mkdir(at('node'));
  const place = { programs, directory: at('node'), network: DEFAULT_NODE_NETWORK, map };
  const anchor = await startAnchor(place);
  try {
    const again = await startAnchor(place);
    const self = [process.execPath, '--disable-warning=ExperimentalWarning', import.meta.filename];
    const [program = '', ...words] = [...anchor.enter, ...self, 'container', directory, unpacked];
    const { stdout } = await promisify(execFile)(program, words);
    const removed = await store.remove('two:1');
    return JSON.stringify({
      output: stdout,
      isSameAnchor: again.process.pid === anchor.process.pid,
      isRemoved:
        removed && (await readdir(dirname(unpacked))).length === 0 && (await readdir(at('images/tmp'))).length === 0,
    });
  } finally {
    await removeNode(place);
    await access(at('node')).then(
      () => Promise.reject(new Error('the directory of the node is still there')),
      () => undefined,
    );
  }
}

async function runContainer(): Promise<string> {
  await using runtime = await openSandboxRuntime({ ...runtimeOptions, inside: true });
  await mkdir(at('node/logs'));
  await chmod(at('node/logs'), 0o777);
  const pod = { namespace: 'default', name: 'web', uid: 'web' };
  const sandbox = await runtime.runSandbox({ pod, attempt: 0, hostname: 'web', logDirectory: at('node/logs') });
  const ended = Promise.withResolvers<void>();
  runtime.onEvent(({ kind }) => kind === 'exited' && ended.resolve());
  const script =
    'id -u; id -G; ls -n /image/home/web; cd /tmp; mkdir closed; touch closed/x; chmod 0 closed; ls -nd closed';
  const { id } = await runtime.createContainer(
    sandbox.id,
    hostContainer(at('host'), script, {
      user: { uid: 1000, gid: 1001, groups: [2000] },
      mounts: [
        { source: join(root, 'home'), target: '/image/home', readOnly: true },
        { source: at('node/logs'), target: '/tmp', readOnly: false },
      ],
    }),
  );
  await runtime.startContainer(id);
  await ended.promise;
  return readFile(at('node/logs/main.log'), 'utf8');
}
