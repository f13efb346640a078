import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test } from 'vitest';
import { dataDirectory } from '../connection/data-directory.ts';
import { acquireDirectoryLock } from '../connection/directory-lock.ts';
import { fakeContext } from '../test-support/fake-context.ts';
import { stopPlatform } from './stop-platform.ts';

test.runIf(existsSync('/proc/self/stat'))(
  'a program with the process id of a killed KubeMin is not stopped while another process holds the directory',
  async () => {
    const { path, remove } = await temporaryDirectory();
    onTestFinished(remove);
    const directory = dataDirectory(join(path, 'data'));
    await mkdir(directory.path);
    const innocent = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    onTestFinished(() => void innocent.kill('SIGKILL'));
    await once(innocent, 'spawn');
    const left = { pid: innocent.pid, birth: 'another boot/17', platform: 'http://127.0.0.1:1' };
    await writeFile(directory.endpoints, JSON.stringify(left));
    const lock = acquireDirectoryLock(directory.lock);
    onTestFinished(() => lock?.release());
    const { context } = fakeContext({});
    await expect(stopPlatform(context, directory)).rejects.toMatchObject({ code: 'STILL_STARTING' });
    expect(innocent).toMatchObject({ exitCode: null, signalCode: null });
  },
);
