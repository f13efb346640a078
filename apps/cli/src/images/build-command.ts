import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildImage } from '@kubemin/node';
import { imageMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason, print } from '../terminal/index.ts';
import { formatSize, imageFailure, openOwnImages, shortId, shortName } from './image-commands.ts';
import { hostPrograms } from './open-images.ts';
import { makeStaticServerImage, STATIC_SERVER_IMAGE } from './stand-ins.ts';

export interface BuildCommandOptions {
  readonly directory: string | undefined;
  readonly tag: string;
  readonly file: string | undefined;
  readonly buildArgs: readonly string[];
}

/** `kubemin image build`. */
export async function buildFromDirectory(context: CommandContext, options: BuildCommandOptions): Promise<ExitCode> {
  const { terminal, cwd, translate, env } = context;
  const { directory: named = '.', file, tag } = options;
  const directory = resolve(cwd, named);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CliError(imageMessages.noDirectory({ directory: named }), {
      code: 'DIRECTORY_MISSING',
      exitCode: ExitCode.usage,
      hint: imageMessages.nameDirectory,
    });
  }
  const buildArgs = Object.fromEntries(options.buildArgs.map(readBuildArg));
  const source =
    file === undefined ? await findSource(context, directory, named) : await readSource(resolve(cwd, file), file);
  const store = await openOwnImages(context);
  try {
    if (source.includes(STATIC_SERVER_IMAGE)) await makeStaticServerImage(store, hostPrograms(env));
    const { image, warnings } = await buildImage(store, {
      context: directory,
      source,
      tags: [tag],
      buildArgs,
      baseImages: hostPrograms(env),
      onStep: ({ number, total, text }) => terminal.err(`${translate(imageMessages.step({ number, total, text }))}\n`),
    });
    for (const warning of warnings) terminal.err(`${translate(imageMessages.warning({ text: warning }))}\n`);
    const names = image.references.map(shortName);
    await print(context, {
      data: { names, id: image.id, size: image.size },
      table: `${translate(imageMessages.builtImage({ name: tag, id: shortId(image.id), size: formatSize(image.size) }))}\n`,
      names: [tag],
    });
    return ExitCode.ok;
  } catch (error) {
    const needsBase = error instanceof Error && /is not in the store/.test(error.message);
    throw imageFailure(named, error, needsBase ? imageMessages.buildBase : imageMessages.checkDockerfile);
  }
}

function readBuildArg(text: string): readonly [string, string] {
  const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined) return [name, value];
  throw new CliError(imageMessages.invalidBuildArg({ text }), {
    code: 'BUILD_ARG_INVALID',
    exitCode: ExitCode.usage,
    hint: imageMessages.writeBuildArg,
  });
}

async function readSource(path: string, named: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CliError(imageMessages.unreadable({ file: named, why: failureReason(cause) }), {
      code: 'FILE_UNREADABLE',
      exitCode: ExitCode.usage,
      hint: imageMessages.checkPath,
      cause,
    });
  }
}

const NODE_MAINS = ['index.js', 'index.mjs', 'server.js', 'server.mjs', 'server.cjs', 'main.js'];

/** The Dockerfile of a directory, or one for what is in it. */
async function findSource(context: CommandContext, directory: string, named: string): Promise<string> {
  const dockerfile = join(directory, 'Dockerfile');
  if (existsSync(dockerfile)) return readSource(dockerfile, dockerfile);
  const main = (await packageMain(directory)) ?? NODE_MAINS.find((name) => existsSync(join(directory, name)));
  if (main !== undefined) {
    context.terminal.err(`${context.translate(imageMessages.assumedNode({ main }))}\n`);
    return `FROM kubemin/node\nWORKDIR /app\nCOPY . .\nCMD ${JSON.stringify(['node', main])}\n`;
  }
  if (existsSync(join(directory, 'index.html'))) {
    context.terminal.err(`${context.translate(imageMessages.assumedFiles)}\n`);
    return `FROM ${STATIC_SERVER_IMAGE}\nCOPY . /usr/share/nginx/html\n`;
  }
  throw new CliError(imageMessages.noDockerfile({ directory: named }), {
    code: 'DOCKERFILE_MISSING',
    exitCode: ExitCode.usage,
    hint: imageMessages.addDockerfile,
  });
}

/** What package.json names as the program: the file of `start`, or `main`. */
async function packageMain(directory: string): Promise<string | undefined> {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return undefined;
  const { main, start = '' } = parsePackage(await readFile(file, 'utf8'));
  const [, started] = /^node\s+(?:--\S+\s+)*(\S+)\s*$/.exec(start) ?? [];
  return [started, main].find((name) => name !== undefined && existsSync(join(directory, name)));
}

interface PackageFile {
  readonly main?: string;
  readonly start?: string;
}

/** Of a file that is damaged nothing is taken: a program by its usual name may be there all the same. */
function parsePackage(text: string): PackageFile {
  try {
    const parsed: unknown = JSON.parse(text);
    const main = readField(parsed, 'main');
    const start = readField(readField(parsed, 'scripts'), 'start');
    return { ...(typeof main === 'string' && { main }), ...(typeof start === 'string' && { start }) };
  } catch {
    return {};
  }
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}
