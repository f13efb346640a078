import { createWriteStream } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Message } from '@kubemin/base/message';
import { errorMessage } from '@kubemin/base/message';
import {
  ImageError,
  ImagePullError,
  ImagePushError,
  type ImageStore,
  loadImages,
  parseDockerConfig,
  parseRegistryMirror,
  pullImage,
  pushImage,
  type RegistryCredentials,
  type StoredImage,
  saveImages,
} from '@kubemin/node';
import { prepareDataDirectory, readAdminToken, readEndpoints, selectDataDirectory } from '../connection/index.ts';
import { columnMessages, imageMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  print,
  printList,
  printMessage,
  readInput,
  STDIO,
} from '../terminal/index.ts';
import { hostPrograms, openImages } from './open-images.ts';
import { buildStandIns, documentImages, STAND_IN_LABEL, STAND_INS } from './stand-ins.ts';

/** The images that commands work on: those of the data directory, whether its KubeMin runs or not. */
export async function openOwnImages(context: CommandContext): Promise<ImageStore> {
  const directory = selectDataDirectory(context);
  await prepareDataDirectory(directory);
  try {
    return await openImages(directory);
  } catch (error) {
    throw imageFailure(directory.images, error, imageMessages.freeSpace);
  }
}

/** What a command reports of a failure of the image store. */
export function imageFailure(what: string, error: unknown, hint: Message): unknown {
  if (error instanceof CliError) return error;
  if (!(error instanceof ImageError || error instanceof ImagePullError || error instanceof ImagePushError))
    return error;
  const notFound = error.code === 'IMAGE_NOT_FOUND' || error.code === 'PULL_NOT_FOUND';
  const invalid = error instanceof ImageError && !notFound;
  return new CliError(imageMessages.failed({ what, why: errorMessage(error) }), {
    code: error.code,
    exitCode: notFound ? ExitCode.notFound : invalid ? ExitCode.invalid : ExitCode.failed,
    hint,
    cause: error,
  });
}

/** `nginx:1.27` for `docker.io/library/nginx:1.27`. */
export function shortName(reference: string): string {
  return reference.replace(/^docker\.io\/(?:library\/)?/, '');
}

/** The first digits of an id, as docker shows them. */
export function shortId(id: string): string {
  return id.replace(/^sha256:/, '').slice(0, 12);
}

/** `7.2MB`: in powers of ten, as docker shows them. */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : Number(value.toPrecision(3))}${units[unit]}`;
}

/** `kubemin image ls`: a row for each name. */
export async function listImages(context: CommandContext): Promise<ExitCode> {
  const store = await openOwnImages(context);
  const rows = (await store.list()).flatMap((image) =>
    image.references.map((reference) => ({
      name: shortName(reference),
      id: image.id,
      digest: image.manifest.digest,
      size: image.size,
      platform: `${image.config.platform.os}/${image.config.platform.architecture}`,
      standIn: image.config.labels[STAND_IN_LABEL] !== undefined,
    })),
  );
  await printList(context, {
    items: rows.sort((a, b) => (a.name < b.name ? -1 : 1)),
    columns: [
      { title: context.translate(columnMessages.name), cell: ({ name }) => name },
      { title: context.translate(columnMessages.id), cell: ({ id }) => shortId(id) },
      { title: context.translate(imageMessages.size), cell: ({ size }) => formatSize(size) },
      {
        title: context.translate(imageMessages.note),
        cell: ({ standIn }) => (standIn ? context.translate(imageMessages.standIn) : ''),
      },
    ],
    name: ({ name }) => name,
    empty: context.translate(imageMessages.noImages),
  });
  return ExitCode.ok;
}

/** `kubemin image rm`: all names are looked for before one is removed. */
export async function removeImages(
  context: CommandContext,
  { names }: { readonly names: readonly string[] },
): Promise<ExitCode> {
  const store = await openOwnImages(context);
  for (const name of names) {
    const found = await store.find(name).catch((error: unknown) => {
      throw imageFailure(name, error, imageMessages.listsImages);
    });
    if (found === undefined) throw notFound(name);
  }
  for (const name of names) {
    await store.remove(name, await store.mountedImages());
    context.terminal.err(`${context.translate(imageMessages.removed({ name }))}\n`);
  }
  return ExitCode.ok;
}

function notFound(name: string): CliError {
  return new CliError(imageMessages.notFound({ name }), {
    code: 'IMAGE_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: imageMessages.listsImages,
  });
}

export interface LoadArchiveOptions {
  readonly file: string;
  readonly tag: string | undefined;
}

/** `kubemin image load`: an archive with a layer that is refused leaves nothing. */
export async function loadArchive(context: CommandContext, { file, tag }: LoadArchiveOptions): Promise<ExitCode> {
  const store = await openOwnImages(context);
  let images: readonly StoredImage[];
  try {
    const archive = file === STDIO ? context.terminal.incoming?.() : await openFile(resolve(context.cwd, file));
    images = await loadImages(store, archive ?? Readable.from([]), { name: tag, unpack: true });
  } catch (error) {
    // Parts that no image refers to.
    await store.prune(await store.mountedImages(), () => true);
    if (error instanceof ImageError) {
      const refused = error.code === 'INVALID_LAYER' || error.code === 'DIGEST_MISMATCH';
      throw imageFailure(file, error, refused ? imageMessages.refusedNothingLeft : imageMessages.checkArchive);
    }
    throw fileFailure('unreadable', file, error);
  }
  return printImages(context, images, 'loadedImage');
}

/** A stream alone would report a missing file when nothing listens yet. */
async function openFile(path: string): Promise<Readable> {
  return (await open(path, 'r')).createReadStream();
}

async function printImages(
  context: CommandContext,
  images: readonly StoredImage[],
  verb: 'loadedImage' | 'pulledImage',
): Promise<ExitCode> {
  const names = images.flatMap(({ references }) => references.map(shortName));
  await print(context, {
    data: images.map(({ id, references, size }) => ({ names: references.map(shortName), id, size })),
    table: names.map((name) => `${context.translate(imageMessages[verb]({ name }))}\n`).join(''),
    names,
  });
  return ExitCode.ok;
}

function fileFailure(problem: 'unreadable' | 'unwritable', file: string, error: unknown): CliError {
  return new CliError(imageMessages[problem]({ file, why: errorMessage(error) }), {
    code: problem === 'unreadable' ? 'FILE_UNREADABLE' : 'FILE_UNWRITABLE',
    exitCode: ExitCode.failed,
    hint: problem === 'unreadable' ? imageMessages.checkPath : imageMessages.freeSpace,
    cause: error,
  });
}

export interface SaveArchiveOptions {
  readonly names: readonly string[];
  readonly file: string | undefined;
}

/** `kubemin image save`. A file that could not be written completely is removed. */
export async function saveArchive(context: CommandContext, { names, file }: SaveArchiveOptions): Promise<ExitCode> {
  const { terminal, cwd, translate } = context;
  const store = await openOwnImages(context);
  for (const name of names) {
    await store.get(name).catch((error: unknown) => {
      throw imageFailure(name, error, imageMessages.listsImages);
    });
  }
  if (file === undefined || file === STDIO) {
    if (terminal.outWidth() !== undefined) {
      throw new CliError(imageMessages.archiveToTerminal, {
        code: 'FILE_MISSING',
        exitCode: ExitCode.usage,
        hint: imageMessages.nameFile,
      });
    }
    await pipeline(Readable.from(saveImages(store, names)), process.stdout, { end: false });
    return ExitCode.ok;
  }
  const path = resolve(cwd, file);
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of saveImages(store, names)) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o644 }));
  } catch (error) {
    await rm(path, { force: true });
    throw fileFailure('unwritable', file, error);
  }
  terminal.err(`${translate(imageMessages.saved({ file, size: formatSize(bytes) }))}\n`);
  return ExitCode.ok;
}

/** `kubemin image pull`. */
export async function pullNamed(
  context: CommandContext,
  { name, mirror }: { readonly name: string; readonly mirror: readonly string[] },
): Promise<ExitCode> {
  const { terminal, translate, clock, interrupted } = context;
  const mirrors = mirror.map(parseRegistryMirror);
  const store = await openOwnImages(context);
  const received = new Map<string, { readonly received: number; readonly total: number }>();
  let shown = -1;
  try {
    const image = await pullImage(store, name, {
      fetch: (url, init) => fetch(url, init),
      clock,
      signal: interrupted,
      allowHttpLoopback: true,
      credentials: await dockerCredentials(context),
      mirrors,
      onMirrorFailed: (place, error) =>
        printMessage(context, translate(imageMessages.mirrorFailed({ place, reason: errorMessage(error) }))),
      onProgress: ({ digest, ...progress }) => {
        received.set(digest, progress);
        const sum = (key: 'received' | 'total'): number =>
          [...received.values()].reduce((all, each) => all + each[key], 0);
        const percent = Math.floor((sum('received') / Math.max(1, sum('total'))) * 100);
        if (!terminal.interactive || percent === shown) return;
        shown = percent;
        terminal.err(
          `\r${translate(imageMessages.received({ percent, received: formatSize(sum('received')), total: formatSize(sum('total')) }))}   `,
        );
      },
    });
    if (shown >= 0) terminal.err('\n');
    // What cannot be unpacked is reported now, and not when a container is to start.
    await store.root(image);
    return await printImages(context, [image], 'pulledImage');
  } catch (error) {
    throw imageFailure(name, error, imageMessages.checkPull);
  }
}

export interface PushNameOptions {
  readonly name: string;
  readonly target: string | undefined;
}

/** `kubemin image push`: to the registry of the running KubeMin, unless the target names another. */
export async function pushNamed(context: CommandContext, { name, target }: PushNameOptions): Promise<ExitCode> {
  const { clock, interrupted } = context;
  const store = await openOwnImages(context);
  const directory = selectDataDirectory(context);
  const registry = (await readEndpoints(directory.endpoints))?.registry;
  const wanted = target ?? name;
  const reference = namesRegistry(wanted) || registry === undefined ? wanted : `${registry}/${wanted}`;
  if (!namesRegistry(reference)) {
    throw new CliError(imageMessages.noRegistry({ name: wanted }), {
      code: 'NO_REGISTRY',
      exitCode: ExitCode.usage,
      hint: imageMessages.nameRegistry,
    });
  }
  const token = await readAdminToken(directory.adminToken);
  const own =
    registry === undefined || token === undefined ? [] : [{ server: registry, username: 'kubemin', password: token }];
  try {
    const { digest } = await pushImage(store, name, reference, {
      fetch: (url, init) => fetch(url, init),
      clock,
      signal: interrupted,
      allowHttpLoopback: true,
      credentials: [...own, ...(await dockerCredentials(context))],
    });
    await print(context, {
      data: { name: reference, digest },
      table: `${context.translate(imageMessages.pushedImage({ name: reference, digest }))}\n`,
      names: [reference],
    });
    return ExitCode.ok;
  } catch (error) {
    throw imageFailure(name, error, imageMessages.checkPush);
  }
}

/** Whether a name begins with the host of a registry, as in `localhost:5000/app`. */
function namesRegistry(name: string): boolean {
  const [first = '', ...rest] = name.split('/');
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
}

/** What docker login has stored; helpers that keep credentials elsewhere are not asked. */
async function dockerCredentials({ env, homeDirectory }: CommandContext): Promise<readonly RegistryCredentials[]> {
  const file = join(env.DOCKER_CONFIG ?? join(homeDirectory, '.docker'), 'config.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? [] : parseDockerConfig(text);
}

/** `kubemin image stand-ins`. */
export async function standIns(
  context: CommandContext,
  { files }: { readonly files: readonly string[] },
): Promise<ExitCode> {
  if (files.length === 0) {
    await printList(context, {
      items: STAND_INS.map(({ repository, programs, ports = [] }) => ({
        image: shortName(repository),
        programs: programs.map((program) => (typeof program === 'string' ? program : program[0])),
        ports,
      })),
      columns: [
        { title: context.translate(imageMessages.repository), cell: ({ image }) => image },
        { title: context.translate(imageMessages.programs), cell: ({ programs }) => programs.join(', ') },
      ],
      name: ({ image }) => image,
    });
    return ExitCode.ok;
  }
  const images = new Set<string>();
  for (const file of files)
    for (const image of documentImages((await readInput(context, file)).text)) images.add(image);
  const store = await openOwnImages(context);
  const outcomes = await buildStandIns(store, [...images].sort(), hostPrograms(context.env)).catch((error: unknown) => {
    throw imageFailure(files.join(' '), error, imageMessages.otherWays);
  });
  const built = outcomes.filter(({ kind }) => kind === 'built').map(({ image }) => image);
  for (const { image, kind } of outcomes)
    if (kind === 'kept') context.terminal.err(`${context.translate(imageMessages.keptImage({ name: image }))}\n`);
  await print(context, {
    data: outcomes.map(({ image, kind }) => ({ image, outcome: kind })),
    table: built.map((image) => `${context.translate(imageMessages.builtStandIn({ name: image }))}\n`).join(''),
    names: built,
  });
  const unknown = outcomes.filter(({ kind }) => kind === 'unknown').map(({ image }) => image);
  if (unknown.length === 0) return ExitCode.ok;
  throw new CliError(imageMessages.noStandIn({ names: unknown.join(', ') }), {
    code: 'NO_STAND_IN',
    exitCode: ExitCode.notFound,
    hint: imageMessages.otherWays,
  });
}
