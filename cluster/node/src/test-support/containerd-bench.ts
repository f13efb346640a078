import { spawn } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock, systemRandom, toError } from '@kubemin/base';
import { missingNamespaces, temporaryDirectory } from '@kubemin/testing';
import {
  type ContainerdRuntimeOptions,
  findContainerdPrograms,
  openContainerdRuntime,
  serveImageSource,
} from '../containerd/index.ts';
import { buildImage } from '../images/build-image.ts';
import { ImageStore, imageArchitecture, makePauseImage } from '../images/index.ts';
import type { ContainerImage } from '../runtime/index.ts';
import { DEFAULT_NODE_NETWORK, startAnchor } from '../sandbox/anchor.ts';
import { findHostPrograms } from '../sandbox/host-programs.ts';
import { ownUsers } from '../sandbox/user-map.ts';
import { PROGRAM_DIRECTORIES } from './stop-node.ts';

/** Listens on the loopback address of a namespace and passes connections on to a unix socket; reports its port. */
const RELAY = `
const { connect, createServer } = require('node:net');
const server = createServer((client) => {
  const target = connect(process.argv[1]);
  client.on('error', () => target.destroy()).pipe(target).on('error', () => client.destroy()).pipe(client);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
`;

/** The images of a store, served in the network of a node. */
export interface NodeImageSource extends AsyncDisposable {
  readonly source: ContainerdRuntimeOptions['images'];
  /** A directory as an image of the store. */
  makeImage(root: string): Promise<ContainerImage>;
}

/** Makes a store with a source of images for the node of a directory. */
export async function startImageSource(directory: string): Promise<NodeImageSource> {
  const home = await temporaryDirectory();
  const store = await ImageStore.open({
    ...{ directory: join(home.path, 'images'), random: systemRandom },
    architecture: imageArchitecture(process.arch),
  });
  const pause = await makePauseImage(store, { directories: PROGRAM_DIRECTORIES });
  const socket = join(home.path, 'source.sock');
  const served = await serveImageSource(socket, store);
  const programs = await findHostPrograms(PROGRAM_DIRECTORIES);
  await mkdir(directory, { recursive: true });
  const anchor = await startAnchor({
    programs,
    directory,
    network: DEFAULT_NODE_NETWORK,
    map: ownUsers(),
    paths: [process.execPath],
  });
  const [program = '', ...words] = [...anchor.enter, process.execPath, '-e', RELAY, socket];
  const relay = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => relay.once('exit', resolve));
  const port = await new Promise<string>((resolve) => createInterface({ input: relay.stdout }).once('line', resolve));
  let images = 0;
  const made = new Map<string, Promise<ContainerImage>>();
  const build = async (root: string): Promise<ContainerImage> => {
    images += 1;
    const reference = `test:${images}`;
    const context = join(home.path, `context-${images}`);
    await cp(root, join(context, 'root'), { recursive: true, verbatimSymlinks: true });
    await writeFile(join(context, 'Dockerfile'), 'FROM scratch\nCOPY root /\n');
    await buildImage(store, { context, tags: [reference] });
    const { id, manifest } = await store.get(reference);
    return { reference, id, root, manifest: manifest.digest };
  };
  return {
    source: { address: `127.0.0.1:${port}`, pause: { id: pause.id, manifest: pause.manifest.digest } },
    makeImage: (root) => {
      const known = made.get(root) ?? build(root);
      made.set(root, known);
      return known;
    },
    [Symbol.asyncDispose]: async () => {
      relay.stdin.end();
      await exited;
      await served[Symbol.asyncDispose]();
      await home.remove();
    },
  };
}

/** Opens the runtime of a directory. */
export function openTestContainerd(
  directory: string,
  { source }: Pick<NodeImageSource, 'source'>,
  more: Partial<ContainerdRuntimeOptions> = {},
): ReturnType<typeof openContainerdRuntime> {
  return openContainerdRuntime({ clock: systemClock, random: systemRandom, directory, images: source, ...more });
}

/** Why there can be no containerd here; undefined where there can. */
export async function findMissingContainerd(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'needs root';
  try {
    await findContainerdPrograms(PROGRAM_DIRECTORIES);
  } catch (error) {
    return toError(error).message;
  }
  return missingNamespaces();
}
