import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import {
  distinctBytes,
  endedProcessorMs,
  nodeProcesses,
  ownProcessorMs,
  processMemory,
  processorMs,
} from './processes.ts';

test.skipIf(process.platform !== 'linux')(
  'processes of a node are those that name its directory, and what they have started',
  async () => {
    const { path, remove } = await temporaryDirectory();
    onTestFinished(remove);
    // The words after the script are its own: the directory is among them, the program that it starts does not have it.
    const child = spawn('sh', ['-c', 'sleep 600 & echo $!; wait', 'supervisor', path], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
    await writeFile(join(path, 'anchor.stat'), `${child.pid} (sh)`);
    const [line] = await once(child.stdout, 'data');
    const started = Number(String(line));
    const both = () => nodeProcesses(path).filter(({ pid }) => pid === child.pid || pid === started);
    const measure = () => ({ ...processMemory(both()), eachOnce: distinctBytes(both()) });
    // Both run the same libraries, whose pages count once. A process has the words and the memory of the program that it becomes
    // some time after it was started.
    const isRoot = process.getuid?.() === 0;
    const { shareBytes, residentBytes, eachOnce } = await eventually(measure, {
      until: (memory) => both().length === 2 && (!isRoot || (memory.eachOnce ?? 0) < memory.residentBytes),
    });
    expect(shareBytes).toBeGreaterThan(0);
    expect(residentBytes).toBeGreaterThanOrEqual(shareBytes);
    if (isRoot) expect(eachOnce).toBeGreaterThan(0);
    else expect(eachOnce).toBeUndefined();
    expect(processorMs(both())).toBeGreaterThanOrEqual(0);
    expect(nodeProcesses(path).map(({ pid }) => pid)).not.toContain(process.pid);
  },
);

test.skipIf(process.platform !== 'linux')('processes that have ended count as nothing', async () => {
  const child = spawn('true', { stdio: 'ignore' });
  await once(child, 'exit');
  const ended = [{ pid: child.pid ?? 0, command: ['true'] }];
  expect(processMemory(ended)).toEqual({ shareBytes: 0, residentBytes: 0, anonymousBytes: 0 });
  expect(processorMs(ended)).toBe(0);
  expect(ownProcessorMs('self')).toBeGreaterThan(0);
  expect(endedProcessorMs('self')).toBeGreaterThanOrEqual(0);
});
