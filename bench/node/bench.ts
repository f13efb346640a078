import type { Disposables } from '@kubemin/base';
import { findProgram as findProgramIn } from '../../cluster/node/src/sandbox/index.ts';
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
export function findProgram(name: string): Promise<string | undefined> {
  return findProgramIn(name, DIRECTORIES);
}
