import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';
import { toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { ImageError, makePythonImage, PYTHON_IMAGE } from '@kubemin/node';
import { dataDirectory } from '../connection/index.ts';
import { imageMessages } from '../messages/index.ts';
import { ExitCode } from '../terminal/index.ts';
import { findDemoImages, provideDemoImages } from './demo-images.ts';
import { hostPrograms, openImages } from './open-images.ts';

/** The word that makes this program a process that makes the images of the demo and ends. Not a command for people. */
const DEMO_IMAGES_ROLE = 'demo-images';

export interface DemoImagesRequest {
  /** The path of the data directory. */
  readonly directory: string;
  /** Where programs of the machine are looked for. */
  readonly programDirectories: readonly string[];
  /** What starts this program again, before the words of a command line. */
  readonly program: readonly string[];
  /** Ends the process. */
  readonly signal: AbortSignal;
}

/**
 * Makes the images of the demo in a process of its own where they are missing: a process that runs on would keep the memory that
 * packing a program of 100 MB takes.
 */
export async function makeDemoImages({
  directory,
  programDirectories,
  program,
  signal,
}: DemoImagesRequest): Promise<void> {
  const PATH = programDirectories.join(delimiter);
  if ((await findDemoImages(await openImages(dataDirectory(directory)), hostPrograms({ PATH }))) !== undefined) return;
  await runRole({ directory, programDirectories, program, signal });
}

/** Makes the image of Python in such a process. */
export async function makePythonImages(request: DemoImagesRequest): Promise<void> {
  await runRole(request, PYTHON_IMAGE);
}

async function runRole(
  { directory, programDirectories, program, signal }: DemoImagesRequest,
  ...more: readonly string[]
): Promise<void> {
  const [node = '', ...words] = program;
  const PATH = programDirectories.join(delimiter);
  try {
    await promisify(execFile)(node, [...words, DEMO_IMAGES_ROLE, directory, PATH, ...more], { signal });
  } catch (cause) {
    const written = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
    throw new ImageError('BASE_IMAGE_FAILED', written === '' ? imageMessages.demoImages : verbatim(written), cause);
  }
}

/** The other side of makeDemoImages and makePythonImages: its arguments are those of the command line. */
export async function runDemoImages([directory = '', PATH = '', image]: readonly string[]): Promise<void> {
  try {
    const store = await openImages(dataDirectory(directory));
    const host = hostPrograms({ PATH });
    const images = image === PYTHON_IMAGE ? [await makePythonImage(store, host)] : await provideDemoImages(store, host);
    for (const made of images) await store.root(made);
  } catch (error) {
    process.stderr.write(`${toError(error).message}\n`);
    process.exitCode = ExitCode.failed;
  }
}
