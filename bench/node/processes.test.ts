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
    const find = () => nodeProcesses(path).map(({ pid }) => pid);
    // A process takes the words of the program that it becomes after it was started.
    await eventually(() => find().toSorted((one, other) => one - other), {
      until: (found) => found.includes(child.pid ?? 0) && found.includes(started),
    });
    const processes = nodeProcesses(path).filter(({ pid }) => pid === child.pid || pid === started);
    const { shareBytes, residentBytes } = processMemory(processes);
    expect(shareBytes).toBeGreaterThan(0);
    expect(residentBytes).toBeGreaterThanOrEqual(shareBytes);
    // Both run the same programs, whose pages count once.
    const eachOnce = distinctBytes(processes);
    if (process.getuid?.() === 0) expect(eachOnce).toBeLessThan(residentBytes);
    else expect(eachOnce).toBeUndefined();
    expect(processorMs(processes)).toBeGreaterThanOrEqual(0);
    expect(find()).not.toContain(process.pid);
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
