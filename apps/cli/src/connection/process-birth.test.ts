import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { processBirth } from './endpoints-file.ts';

test.runIf(existsSync('/proc/self/stat'))(
  'a process is known by its birth as long as it lives, and no other is',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    const birth = processBirth(pid);
    expect(birth).toMatch(/^[0-9a-f-]{36}\/\d+$/);
    expect(processBirth(pid)).toBe(birth);
    expect(processBirth(process.pid)).not.toBe(birth);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(processBirth(pid)).toBeUndefined();
  },
);
