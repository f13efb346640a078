import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Disposables } from '@kubemin/base';
import type { Finding } from '../support/finding.ts';

/** How much is measured. */
export interface NodeBench {
  readonly quick: boolean;
  /** Closes at the end what a part has opened. */
  readonly open: Disposables;
}

/** What a part came to. */
export interface PartResult {
  readonly findings: readonly Finding[];
  /** What was not measured here, with the reason. */
  readonly skipped: readonly string[];
}

/** One part of the benchmark. */
export type Part = (bench: NodeBench) => Promise<PartResult>;

const DIRECTORIES = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The path of a program of this machine; undefined when it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const directory of DIRECTORIES) {
    const path = `${directory}/${name}`;
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
