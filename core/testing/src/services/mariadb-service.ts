import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireProgram, runProgram } from './program.ts';
import { startTestService, type TestService } from './test-service.ts';

const PASSWORD = 'p:@ss/w%rd';
const SETUP = `create user if not exists kubemin@'127.0.0.1' identified by '${PASSWORD}';
grant all on *.* to kubemin@'127.0.0.1' with grant option;
`;

// A test's data need not survive the machine; they do survive the process.
const UNSYNCED = ['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--sync-frm=0'];

/** Starts a private MariaDB. */
export function startMariadb(): Promise<TestService> {
  return startTestService({
    user: 'mysql',
    stopSignal: 'KILL',
    prepare: async ({ directory: cwd, user }) => {
      await writeFile(join(cwd, 'setup.sql'), SETUP);
      const install = requireProgram('mariadb-install-db', 'mariadb-server');
      const settings = ['--no-defaults', '--skip-test-db', '--auth-root-authentication-method=normal'];
      const speed = [...UNSYNCED, '--innodb-log-file-size=8M'];
      await runProgram([install, ...settings, ...speed, `--datadir=${join(cwd, 'data')}`], { cwd, user });
    },
    command: ({ directory, port }) => [
      requireProgram('mariadbd', 'mariadb-server'),
      ...['--no-defaults', `--datadir=${join(directory, 'data')}`, `--socket=${join(directory, 'socket')}`],
      ...[`--pid-file=${join(directory, 'pid')}`, '--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve'],
      ...['--innodb-buffer-pool-size=32M', '--innodb-log-file-size=8M', '--max-connections=200'],
      ...UNSYNCED,
      `--init-file=${join(directory, 'setup.sql')}`,
    ],
    url: ({ port }) => `mysql://kubemin:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/mysql`,
  });
}
