import { readFileSync } from 'node:fs';

/**
 * Tells a process from every other that has had, or will have, the same id: the boot of the machine and the tick it was born in.
 * Undefined when there is no such process, or the system does not say.
 */
export function processBirth(pid: number): string | undefined {
  try {
    // The name of the program stands in brackets and may hold anything; the 22nd field is the twentieth after it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const tick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return tick && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${tick}`;
  } catch {
    return undefined;
  }
}
