import { lstat, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { errorMessage, type Message } from '@kubemin/base/message';
import { buildMessages, imageMessages } from '../messages/index.ts';
import { makeNodeImage, makeShellImage, NODE_IMAGE, type NodeImageOptions, SHELL_IMAGE } from './base-images.ts';
import { describeBlob } from './blob-store.ts';
import { BuildContext } from './build-context.ts';
import {
  type Dockerfile,
  dockerfileError,
  expandText,
  expandWords,
  type Instruction,
  isAssignment,
  parseDockerfile,
  parseJsonForm,
  type WordOptions,
} from './dockerfile.ts';
import { containerProcess, emptyImageConfig, formatImageConfig, type ImageConfig } from './image-config.ts';
import { ImageError, systemErrorCode } from './image-error.ts';
import { formatImageReference, parseImageReference } from './image-reference.ts';
import type { ImageStore, StoredImage } from './image-store.ts';
import type { ImageWriter } from './image-writer.ts';
import { type LayerItem, writeLayer } from './layer-builder.ts';
import { type Descriptor, formatManifest, MEDIA_TYPES } from './manifest.ts';
import { readLinkOnly, resolveLinks } from './root-path.ts';

export interface BuildOptions {
  /** The directory that COPY and ADD take files from. */
  readonly context: string;
  /** Its path below the context. @default Dockerfile */
  readonly dockerfile?: string | undefined;
  /** The text of the Dockerfile, in place of a file. */
  readonly source?: string | undefined;
  /** Called before each instruction. */
  readonly onStep?: ((step: BuildStep) => void) | undefined;
  /** The references that the image gets. */
  readonly tags: readonly string[];
  readonly buildArgs?: Readonly<Record<string, string>> | undefined;
  /** Makes `kubemin/shell` and `kubemin/node` for FROM where the store does not have them yet. */
  readonly baseImages?: NodeImageOptions | undefined;
  /** Runs the commands of RUN. Without it RUN is refused. */
  readonly run?: ((step: RunStep) => Promise<AsyncIterable<Uint8Array>>) | undefined;
}

/** An instruction that is about to be carried out. */
export interface BuildStep {
  /** From 1. */
  readonly number: number;
  readonly total: number;
  /** `COPY . /app` */
  readonly text: string;
}

/** A command of a Dockerfile, to be run in a container of the image as it is at that line. */
export interface RunStep {
  /** The unpacked image; not to be written to. */
  readonly root: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  /** As resolveUser takes it. */
  readonly user: string;
}

export interface BuildResult {
  readonly image: StoredImage;
  readonly warnings: readonly Message[];
}

/** Instructions that Docker has and this does not. */
const UNSUPPORTED = ['HEALTHCHECK', 'MAINTAINER', 'ONBUILD', 'SHELL', 'VOLUME'];
const ARCHIVE = /\.(?:tar|tgz|txz|tbz2?|tar\.(?:gz|bz2|xz|zst))$/;
const REMOTE = /^(?:https?:\/\/|git@|git:\/\/)/;
const SHELL = ['/bin/sh', '-c'];

/**
 * Builds an image from a directory with a Dockerfile. The same files, arguments and base image give the same digests.
 *
 * Instructions: FROM (an image of the store, `scratch`, `kubemin/shell`, `kubemin/node`), ARG, COPY, ADD of local files,
 * ENV, WORKDIR, USER, CMD, ENTRYPOINT, EXPOSE, LABEL, STOPSIGNAL, and RUN where the caller can run commands. Everything
 * else is refused with an ImageError `BUILD_FAILED` that names the line.
 */
export async function buildImage(store: ImageStore, options: BuildOptions): Promise<BuildResult> {
  for (const tag of options.tags) parseImageReference(tag);
  const dockerfile = parseDockerfile(options.source ?? (await readDockerfile(options)));
  const context = await BuildContext.open(options.context);
  return store.write(async (writer) => {
    const build = new ImageBuild(store, writer, { ...options, dockerfile, context });
    return build.run();
  });
}

async function readDockerfile({ context, dockerfile = 'Dockerfile' }: BuildOptions): Promise<string> {
  try {
    return await readFile(join(context, dockerfile), 'utf8');
  } catch (cause) {
    throw new ImageError('BUILD_FAILED', imageMessages.unreadableFile({ path: join(context, dockerfile) }), cause);
  }
}

interface BuildInput extends Omit<BuildOptions, 'dockerfile' | 'context'> {
  readonly dockerfile: Dockerfile;
  readonly context: BuildContext;
}

class ImageBuild {
  readonly #store: ImageStore;
  readonly #writer: ImageWriter;
  readonly #input: BuildInput;
  readonly #warnings: Message[] = [];
  /** Declared before FROM; visible there, and after it only to ARG. */
  readonly #globalArgs = new Map<string, string>();
  readonly #args = new Map<string, string>();
  #config: ImageConfig | undefined;
  #layers: readonly Descriptor[] = [];
  /** The unpacked image below what `#added` has; undefined for scratch. */
  #root: string | undefined;
  readonly #added = new Map<string, LayerItem>();
  #hasOwnCmd = false;

  constructor(store: ImageStore, writer: ImageWriter, input: BuildInput) {
    this.#store = store;
    this.#writer = writer;
    this.#input = input;
  }

  async run(): Promise<BuildResult> {
    const { instructions } = this.#input.dockerfile;
    for (const [index, instruction] of instructions.entries()) {
      const text = `${instruction.name} ${instruction.text}`.trim();
      this.#input.onStep?.({ number: index + 1, total: instructions.length, text });
      try {
        await this.#apply(instruction);
      } catch (error) {
        if (error instanceof ImageError && error.message.startsWith('Dockerfile:')) throw error;
        // Errors of the machine keep their type: they are no fault of the line.
        if (systemErrorCode(error) !== undefined && !(error instanceof ImageError)) throw error;
        throw dockerfileError(
          instruction.line,
          buildMessages.inInstruction({ instruction: instruction.name, problem: errorMessage(error) }),
          error,
        );
      }
    }
    if (this.#config === undefined) throw dockerfileError(1, buildMessages.noFrom);
    const unused = Object.keys(this.#input.buildArgs ?? {}).filter(
      (name) => !this.#args.has(name) && !this.#globalArgs.has(name),
    );
    for (const name of unused) this.#warnings.push(buildMessages.unusedArgument({ name }));
    return { image: await this.#commit(this.#input.tags), warnings: this.#warnings };
  }

  async #apply(instruction: Instruction): Promise<void> {
    const { name, line, text, flags } = instruction;
    const allowed: readonly string[] = FLAGS.get(name) ?? [];
    const unknown = [...flags.keys()].find((flag) => !allowed.includes(flag));
    if (unknown !== undefined)
      throw dockerfileError(line, buildMessages.unsupportedFlag({ instruction: name, flag: unknown }));
    if (UNSUPPORTED.includes(name))
      throw dockerfileError(line, buildMessages.unsupportedInstruction({ instruction: name }));
    if (!FLAGS.has(name)) throw dockerfileError(line, buildMessages.unknownInstruction({ instruction: name }));
    if (text === '') throw dockerfileError(line, buildMessages.needsArgument({ instruction: name }));
    if (name === 'ARG') return this.#applyArg(text);
    if (name === 'FROM') return this.#applyFrom(instruction);
    const config = this.#config;
    if (config === undefined) throw dockerfileError(line, buildMessages.beforeFrom({ instruction: name }));
    switch (name) {
      case 'COPY':
      case 'ADD':
        return this.#applyCopy(instruction, config);
      case 'RUN':
        return this.#applyRun(instruction, config);
      case 'ENV':
        this.#config = { ...config, env: mergePairs(config.env, this.#pairs(text)) };
        return;
      case 'LABEL': {
        const labels = this.#pairs(text).map(({ name: key, value }) => [key, value]);
        this.#config = { ...config, labels: { ...config.labels, ...Object.fromEntries(labels) } };
        return;
      }
      case 'WORKDIR': {
        const workingDir = posix.resolve('/', config.workingDir, this.#expand(text));
        this.#config = { ...config, workingDir };
        if (!(await this.#isDirectory(workingDir))) await this.#addLayer(await this.#directoryItems(workingDir));
        return;
      }
      case 'USER':
        this.#config = { ...config, user: this.#expand(text) };
        return;
      case 'CMD':
        this.#config = { ...config, cmd: parseJsonForm(text) ?? [...SHELL, text] };
        this.#hasOwnCmd = true;
        return;
      case 'ENTRYPOINT':
        // The cmd of the base image was meant for its own entrypoint.
        this.#config = {
          ...config,
          entrypoint: parseJsonForm(text) ?? [...SHELL, text],
          cmd: this.#hasOwnCmd ? config.cmd : [],
        };
        return;
      case 'EXPOSE': {
        const ports = this.#words(text).flatMap(parsePorts);
        this.#config = { ...config, exposedPorts: [...new Set([...config.exposedPorts, ...ports])] };
        return;
      }
      case 'STOPSIGNAL': {
        const stopSignal = this.#expand(text);
        if (!/^(?:SIG[A-Z0-9+-]+|\d{1,2})$/.test(stopSignal))
          throw new ImageError('BUILD_FAILED', buildMessages.invalidSignal({ signal: JSON.stringify(stopSignal) }));
        this.#config = { ...config, stopSignal };
        return;
      }
    }
  }

  #applyArg(text: string): void {
    const target = this.#config === undefined ? this.#globalArgs : this.#args;
    const platform = this.#store.platform;
    const predefined = new Map([
      ['TARGETPLATFORM', `${platform.os}/${platform.architecture}`],
      ['TARGETOS', platform.os],
      ['TARGETARCH', platform.architecture],
    ]);
    for (const word of this.#words(text)) {
      const [, name = '', , value] = /^([A-Za-z_]\w*)(=([\s\S]*))?$/.exec(word) ?? [];
      if (name === '')
        throw new ImageError('BUILD_FAILED', buildMessages.invalidArgumentName({ word: JSON.stringify(word) }));
      const given = new Map(Object.entries(this.#input.buildArgs ?? {})).get(name);
      const outer = this.#config === undefined ? undefined : this.#globalArgs.get(name);
      const chosen = given ?? value ?? outer ?? predefined.get(name);
      if (chosen !== undefined) target.set(name, chosen);
    }
  }

  async #applyFrom({ line, text, flags }: Instruction): Promise<void> {
    if (this.#config !== undefined) throw dockerfileError(line, buildMessages.secondFrom);
    const platform = `${this.#store.platform.os}/${this.#store.platform.architecture}`;
    const wanted = this.#expand(flags.get('platform') ?? platform);
    if (wanted !== platform) throw dockerfileError(line, buildMessages.fromPlatform({ wanted, platform }));
    const [reference = '', as, , ...rest] = this.#words(text);
    if (rest.length > 0 || (as !== undefined && as.toUpperCase() !== 'AS'))
      throw new ImageError('BUILD_FAILED', buildMessages.invalidFrom);
    if (reference === 'scratch') {
      this.#config = emptyImageConfig(this.#store.platform);
      return;
    }
    const image = (await this.#store.find(reference)) ?? (await this.#makeBaseImage(reference));
    if (image === undefined) {
      throw dockerfileError(line, buildMessages.baseNotStored({ image: JSON.stringify(reference) }));
    }
    // Keeps it from being pruned while this is built.
    for (const blob of [image.manifest, ...image.layers]) await this.#writer.has(blob);
    this.#config = image.config;
    this.#layers = image.layers;
    this.#root = await this.#store.root(image);
  }

  async #makeBaseImage(reference: string): Promise<StoredImage | undefined> {
    const machine = this.#input.baseImages;
    const complete = (name: string): string => formatImageReference(parseImageReference(name));
    if (machine === undefined) return undefined;
    if (complete(reference) === complete(SHELL_IMAGE)) return makeShellImage(this.#store, machine);
    if (!complete(reference).startsWith(complete(NODE_IMAGE).replace(/[^:]*$/, ''))) return undefined;
    await makeNodeImage(this.#store, machine);
    // It has some tags only.
    return this.#store.find(reference);
  }

  async #applyCopy({ name, line, text, flags }: Instruction, config: ImageConfig): Promise<void> {
    const owner = flags.get('chown');
    if (owner !== undefined && !/^(?:0|root)(?::(?:0|root))?$/.test(owner)) {
      throw dockerfileError(line, buildMessages.unsupportedOwner({ instruction: name, owner }));
    }
    const words = parseJsonForm(text)?.map((word) => this.#expand(word)) ?? this.#words(text);
    const target = words.at(-1) ?? '';
    const sources = words.slice(0, -1);
    if (sources.length === 0) throw new ImageError('BUILD_FAILED', buildMessages.needsDestination);
    for (const source of sources) {
      if (source.startsWith('<<')) throw new ImageError('BUILD_FAILED', buildMessages.hereDocument);
      if (name !== 'ADD') continue;
      if (REMOTE.test(source)) throw new ImageError('BUILD_FAILED', buildMessages.remoteSource({ source }));
      if (ARCHIVE.test(source)) throw new ImageError('BUILD_FAILED', buildMessages.archiveSource({ source }));
    }
    const found = (await Promise.all(sources.map((source) => this.#input.context.find(source)))).flat();
    const path = posix.resolve('/', config.workingDir, target);
    const isDirectory = /(?:^|\/)\.{0,2}$/.test(target) || (await this.#isDirectory(path));
    if (found.length > 1 && !isDirectory) {
      throw new ImageError('BUILD_FAILED', buildMessages.destinationNotDirectory);
    }
    const chmod = parseMode(flags.get('chmod'));
    const items: LayerItem[] = [];
    for (const source of found) {
      const directory = source.isDirectory || isDirectory;
      if (directory && !(await this.#isDirectory(path))) items.push(...(await this.#directoryItems(path)));
      const base = source.isDirectory || !directory ? path : posix.join(path, source.name);
      for (const { inner, item } of source.entries) {
        const to = await this.#resolve(posix.join(base, inner), item.type !== 'directory');
        items.push(withMode({ ...item, path: to }, chmod));
      }
    }
    if (items.some((item) => item.path === '' && item.type !== 'directory'))
      throw new ImageError('BUILD_FAILED', buildMessages.destinationIsRoot);
    await this.#addLayer(items.filter((item) => item.path !== ''));
  }

  async #applyRun({ line, text }: Instruction, config: ImageConfig): Promise<void> {
    const { run } = this.#input;
    if (run === undefined) {
      throw dockerfileError(line, buildMessages.runUnsupported);
    }
    if (text.includes('<<')) throw new ImageError('BUILD_FAILED', buildMessages.hereDocument);
    const command = parseJsonForm(text) ?? [...SHELL, text];
    const args = [...this.#args].map(([name, value]) => ({ name, value }));
    const { environment } = containerProcess({ ...config, env: [...args, ...config.env] }, { command });
    const root = await this.#store.root(await this.#commit([]));
    const layer = await run({
      root,
      command,
      environment,
      workingDirectory: config.workingDir || '/',
      user: config.user,
    });
    this.#layers = [...this.#layers, describeBlob(await this.#writer.writeBlob(layer), MEDIA_TYPES.ociLayer)];
    this.#config = { ...config, layers: [...config.layers, this.#layers.at(-1)?.digest ?? ''] };
    // What the command did to the tree is only known by unpacking it.
    this.#root = await this.#store.root(await this.#commit([]));
    this.#added.clear();
  }

  async #addLayer(items: readonly LayerItem[]): Promise<void> {
    if (items.length === 0 || this.#config === undefined) return;
    const layer = describeBlob(await writeLayer(this.#writer, items), MEDIA_TYPES.ociLayer);
    this.#layers = [...this.#layers, layer];
    this.#config = { ...this.#config, layers: [...this.#config.layers, layer.digest] };
    for (const item of items) this.#added.set(item.path, item);
  }

  async #commit(references: readonly string[]): Promise<StoredImage> {
    const text = formatImageConfig(this.#config ?? emptyImageConfig(this.#store.platform));
    const config = describeBlob(await this.#writer.writeBlob([Buffer.from(text)]), MEDIA_TYPES.ociConfig);
    return this.#writer.commit(references, Buffer.from(formatManifest(config, this.#layers)));
  }

  /** A path of the image as it is now, relative to the root, with links followed; the last part only if asked for. */
  async #resolve(path: string, keepLast = false): Promise<string> {
    const followed = keepLast ? posix.dirname(path) : path;
    const parent = await resolveLinks(
      followed,
      async (inner) => {
        const added = this.#added.get(inner);
        if (added !== undefined) return added.type === 'symlink' ? added.target : undefined;
        return this.#root === undefined ? undefined : readLinkOnly(join(this.#root, inner));
      },
      'BUILD_FAILED',
    );
    return keepLast && path !== '/' ? posix.join(parent, posix.basename(path)) : parent;
  }

  async #isDirectory(path: string): Promise<boolean> {
    const resolved = await this.#resolve(path);
    if (resolved === '') return true;
    const added = this.#added.get(resolved);
    if (added !== undefined) return added.type === 'directory';
    if ([...this.#added.keys()].some((other) => other.startsWith(`${resolved}/`))) return true;
    if (this.#root === undefined) return false;
    const found = await lstat(join(this.#root, resolved)).catch(() => undefined);
    return found?.isDirectory() === true;
  }

  /** The items that make a directory, and those above it that are missing. */
  async #directoryItems(path: string): Promise<readonly LayerItem[]> {
    const parts = (await this.#resolve(path)).split('/');
    const items: LayerItem[] = [];
    for (const index of parts.keys()) {
      const at = parts.slice(0, index + 1).join('/');
      if (!(await this.#isDirectory(`/${at}`))) items.push({ path: at, type: 'directory', mode: 0o755 });
    }
    return items;
  }

  get #wordOptions(): WordOptions {
    const env = new Map((this.#config?.env ?? []).map(({ name, value }) => [name, value]));
    const args = this.#config === undefined ? this.#globalArgs : this.#args;
    return {
      escapeCharacter: this.#input.dockerfile.escapeCharacter,
      lookup: (name) => env.get(name) ?? args.get(name),
    };
  }

  #words(text: string): readonly string[] {
    return expandWords(text, this.#wordOptions);
  }

  #expand(text: string): string {
    return expandText(text, this.#wordOptions);
  }

  /** `NAME=value NAME=value`, or `NAME value` for one. */
  #pairs(text: string): readonly { readonly name: string; readonly value: string }[] {
    if (!isAssignment(text)) {
      const [, name = '', value = ''] = /^(\S+)\s+([\s\S]+)$/.exec(text) ?? [];
      if (name === '') throw new ImageError('BUILD_FAILED', buildMessages.needsValue);
      return [{ name: this.#expand(name), value: this.#expand(value) }];
    }
    return this.#words(text).map((word) => {
      const equals = word.indexOf('=');
      if (equals < 1) throw new ImageError('BUILD_FAILED', buildMessages.notAssignment({ word: JSON.stringify(word) }));
      return { name: word.slice(0, equals), value: word.slice(equals + 1) };
    });
  }
}

/** The instructions, and the flags that each takes. `--link` changes how layers are cached, which there is none of. */
const FLAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ADD', ['chown', 'chmod', 'link']],
  ['ARG', []],
  ['CMD', []],
  ['COPY', ['chown', 'chmod', 'link']],
  ['ENTRYPOINT', []],
  ['ENV', []],
  ['EXPOSE', []],
  ['FROM', ['platform']],
  ['LABEL', []],
  ['RUN', []],
  ['STOPSIGNAL', []],
  ['USER', []],
  ['WORKDIR', []],
]);

function mergePairs(env: ImageConfig['env'], added: ImageConfig['env']): ImageConfig['env'] {
  const merged = new Map([...env, ...added].map(({ name, value }) => [name, value]));
  return [...merged].map(([name, value]) => ({ name, value }));
}

function parsePorts(word: string): readonly string[] {
  const [, first = '', last = first, protocol = 'tcp'] =
    /^(\d{1,5})(?:-(\d{1,5}))?(?:\/(tcp|udp|sctp))?$/i.exec(word) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (from < 1 || to > 65_535 || to < from)
    throw new ImageError('BUILD_FAILED', buildMessages.invalidPort({ port: JSON.stringify(word) }));
  return Array.from({ length: to - from + 1 }, (_, index) => `${from + index}/${protocol.toLowerCase()}`);
}

function parseMode(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^0?[0-7]{3}$/.test(text))
    throw new ImageError('BUILD_FAILED', buildMessages.invalidMode({ mode: JSON.stringify(text) }));
  return Number.parseInt(text, 8);
}

function withMode(item: LayerItem, mode: number | undefined): LayerItem {
  return mode === undefined || item.type === 'symlink' ? item : { ...item, mode };
}
