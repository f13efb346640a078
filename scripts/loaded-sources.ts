import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A command line of a bundle. */
export interface BundleCommand {
  /** The main file of the bundle. */
  readonly entry: string;
  readonly args: readonly string[];
  /** Environment variables, apart from PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What one command loaded of the bundle. */
export interface Loaded {
  readonly stdout: string;
  /** The files of the bundle. */
  readonly files: readonly string[];
  /** The sources in them. */
  readonly sources: readonly string[];
}

/** Runs a command of the bundle and returns what of it was loaded, according to V8's coverage report; rejects when the command fails. */
export async function loadedSources({ entry, args, env }: BundleCommand): Promise<Loaded> {
  const reports = await mkdtemp(join(tmpdir(), 'kubemin-coverage-'));
  try {
    const running = promisify(execFile)(process.execPath, [entry, ...args], {
      env: { NODE_V8_COVERAGE: reports, HOME: reports, PATH: process.env.PATH, ...env },
    });
    running.child.stdin?.end();
    const { stdout } = await running;
    const [report = ''] = (await readdir(reports)).filter((name) => name.startsWith('coverage-'));
    const { result }: { readonly result: readonly { readonly url: string }[] } = JSON.parse(
      await readFile(join(reports, report), 'utf8'),
    );
    const files = result.map(({ url }) => url).filter((url) => url.startsWith('file:') && url.endsWith('js'));
    const maps = await Promise.all(files.map((url) => readFile(`${fileURLToPath(url)}.map`, 'utf8')));
    const sources = maps.flatMap((map): readonly string[] => JSON.parse(map).sources);
    return { stdout, files: files.map((url) => basename(url)), sources };
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

/** The sources of this repository among those that were loaded. */
export function ownSources({ sources }: Loaded): readonly string[] {
  return [...new Set(sources.filter((source) => !source.includes('node_modules/') && source.endsWith('.ts')))];
}
