import { readdir, readFile } from 'node:fs/promises';
import { eventually } from '@kubemin/testing';
import { stopAnchor } from '../sandbox/anchor.ts';

/** Where the programs of the machine are looked for in tests. */
export const PROGRAM_DIRECTORIES = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Ends everything that a runtime has started in a directory, and waits until nothing writes there any more. */
export async function stopNode(directory: string): Promise<void> {
  await stopAnchor({ directory });
  await eventually(async () => (await findProcesses(directory)).length === 0);
}

/** Processes whose command line names the directory of a node: supervisors and those that start containers. */
export async function findProcesses(directory: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(directory)) found.push(`${pid} ${command.replaceAll('\0', ' ')}`);
  }
  return found;
}
