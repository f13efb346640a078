import { imageMessages } from '../messages/index.ts';
import { ImageError } from './image-error.ts';
import { JsonReader } from './json-reader.ts';
import type { Platform } from './manifest.ts';

/** How an image wants to be run, and what it consists of. */
export interface ImageConfig {
  readonly platform: Platform;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  /** In the order of the image; a later one replaces an earlier one of the same name. */
  readonly env: readonly EnvironmentVariable[];
  /** Empty where the image does not state one. */
  readonly workingDir: string;
  /** As resolveUser takes it; empty for root. */
  readonly user: string;
  /** `8080/tcp` */
  readonly exposedPorts: readonly string[];
  /** `SIGQUIT`; empty for the default. */
  readonly stopSignal: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The digests of the unpacked layers, lowest first. */
  readonly layers: readonly string[];
}

export interface EnvironmentVariable {
  readonly name: string;
  readonly value: string;
}

/** The config of an image without anything in it. */
export function emptyImageConfig(platform: Platform): ImageConfig {
  return {
    ...{ platform, entrypoint: [], cmd: [], env: [], workingDir: '', user: '' },
    ...{ exposedPorts: [], stopSignal: '', labels: {}, layers: [] },
  };
}

/** Reads an image config of the OCI or of Docker. Throws an ImageError `INVALID_IMAGE`. */
export function parseImageConfig(bytes: Uint8Array): ImageConfig {
  const json = JsonReader.parse(Buffer.from(bytes).toString('utf8'), 'image config');
  const config = json.field('config');
  const field = (name: string): JsonReader => (config.isAbsent ? new JsonReader(undefined, name) : config.field(name));
  const rootfs = json.field('rootfs');
  return {
    platform: { os: json.field('os').optionalString(), architecture: json.field('architecture').optionalString() },
    entrypoint: field('Entrypoint').strings(),
    cmd: field('Cmd').strings(),
    env: field('Env').strings().map(parseEnvironmentVariable),
    workingDir: field('WorkingDir').optionalString(),
    user: field('User').optionalString(),
    exposedPorts: field('ExposedPorts')
      .entries()
      .map(([port]) => port),
    stopSignal: field('StopSignal').optionalString(),
    labels: field('Labels').stringMap(),
    layers: rootfs.isAbsent ? [] : rootfs.field('diff_ids').strings(),
  };
}

function parseEnvironmentVariable(text: string): EnvironmentVariable {
  const equals = text.indexOf('=');
  return equals < 0 ? { name: text, value: '' } : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

/** The JSON document of a config. It contains no time, so that the same image always has the same digest. */
export function formatImageConfig(config: ImageConfig): string {
  const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);
  const text = (value: string): string | undefined => (value === '' ? undefined : value);
  const labels = Object.entries(config.labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({
    created: '1970-01-01T00:00:00Z',
    architecture: config.platform.architecture,
    os: config.platform.os,
    config: {
      User: text(config.user),
      ExposedPorts:
        config.exposedPorts.length === 0
          ? undefined
          : Object.fromEntries([...config.exposedPorts].sort().map((port) => [port, {}])),
      Env: nonEmpty(config.env.map(({ name, value }) => `${name}=${value}`)),
      Entrypoint: nonEmpty(config.entrypoint),
      Cmd: nonEmpty(config.cmd),
      WorkingDir: text(config.workingDir),
      StopSignal: text(config.stopSignal),
      Labels: labels.length === 0 ? undefined : Object.fromEntries(labels),
    },
    rootfs: { type: 'layers', diff_ids: config.layers },
  });
}

/** What a container states about its process; what it does not state comes from the image. */
export interface ProcessRequest {
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly workingDir?: string | undefined;
  readonly env?: readonly EnvironmentVariable[] | undefined;
}

export interface ContainerProcess {
  readonly command: readonly string[];
  readonly workingDirectory: string;
  /** In order: the variables of the image, then those that the container adds. */
  readonly environment: Readonly<Record<string, string>>;
}

const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The process of a container by the rules of Kubernetes: `command` replaces the entrypoint and drops the image's `cmd`;
 * `args` replaces `cmd`. Throws an ImageError `NO_COMMAND` when nothing is left to run.
 */
export function containerProcess(image: ImageConfig, request: ProcessRequest = {}): ContainerProcess {
  const { command = [], args = [] } = request;
  const argv =
    command.length > 0 ? [...command, ...args] : [...image.entrypoint, ...(args.length > 0 ? args : image.cmd)];
  if (argv[0] === undefined || argv[0] === '') throw new ImageError('NO_COMMAND', imageMessages.noCommand);
  const environment = new Map([['PATH', DEFAULT_PATH]]);
  for (const { name, value } of [...image.env, ...(request.env ?? [])]) environment.set(name, value);
  return {
    command: argv,
    workingDirectory: firstNonEmpty(request.workingDir, image.workingDir) ?? '/',
    environment: Object.fromEntries(environment),
  };
}

function firstNonEmpty(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text !== '');
}
