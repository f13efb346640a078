import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireProgram, runProgram } from './program.ts';
import { startTestService, type TestService } from './test-service.ts';

const PASSWORD = 'p:@ss/w%rd';

/**
 * Starts a private PostgreSQL. Its collation is a language's, so that no query relies on the order of bytes by accident.
 * `settings` are the server's own, over those that make tests fast.
 */
export function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestService> {
  return startTestService({
    user: 'postgres',
    // Does not wait for clients, and loses nothing that was committed.
    stopSignal: 'QUIT',
    prepare: async ({ directory: cwd, user }) => {
      const passwordFile = join(cwd, 'password');
      await writeFile(passwordFile, PASSWORD);
      const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en'];
      const access = ['--username=kubemin', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
      const initdb = requireProgram('initdb', 'postgresql');
      await runProgram([initdb, '--pgdata=data', '--no-sync', ...locale, ...access], { cwd, user });
    },
    command: ({ directory, port }) => [
      requireProgram('postgres', 'postgresql'),
      ...['-D', join(directory, 'data'), '-h', '127.0.0.1', '-p', String(port), '-k', ''],
      // A test's data need not survive the machine; they do survive the process.
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'shared_buffers=16MB', '-c', 'max_connections=200'],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    url: ({ port }) => `postgres://kubemin:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
  });
}
