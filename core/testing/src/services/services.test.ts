import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { missingService, type ServiceName, testServices } from './builtin-services.ts';
import { requireProgram } from './program.ts';

const isServiceName = (name: string): name is ServiceName => name in testServices;

describe.each(Object.keys(testServices).filter(isServiceName))('a private %s', (name) => {
  const missing = missingService(name);
  const skip = missing === undefined ? '' : ` (skipped: ${missing})`;

  test.skipIf(missing !== undefined)(
    `listens on its own port, also after it was stopped and started${skip}`,
    async () => {
      const service = await testServices[name].start();
      onTestFinished(() => service.close());
      expect(new URL(service.url).port).toBe(String(service.port));
      await service.stop();
      await expect(reach(service.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      await service.start();
      await reach(service.port);
      await service.close();
      await eventually(() =>
        reach(service.port).then(
          () => false,
          () => true,
        ),
      );
    },
  );
});

test.skipIf(missingService('redis') !== undefined)(
  'a service ends, and its data is removed, when its parent process is killed (needs redis-server)',
  async () => {
    const program = `import { startRedis } from ${JSON.stringify(new URL('redis-service.ts', import.meta.url).href)};
      const { port } = await startRedis();
      process.stdout.write(String(port));
      setInterval(() => undefined, 1000);`;
    const directory = await temporaryDirectory();
    onTestFinished(() => directory.remove());
    await chmod(directory.path, 0o711);
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, TMPDIR: directory.path },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = await once(child.stdout, 'data');
    await reach(Number(port));
    child.kill('SIGKILL');
    await eventually(() =>
      reach(Number(port)).then(
        () => false,
        () => true,
      ),
    );
    const [left] = await readdir(directory.path);
    await eventually(async () => (await readdir(join(directory.path, left ?? ''))).length === 0);
  },
);

test('a program that is not there: the error names its package', () => {
  expect(() => requireProgram('no-such-server', 'no-such-package')).toThrow(/no-such-server is not.*no-such-package/);
});

function reach(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').on('error', reject);
    socket.on('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}
