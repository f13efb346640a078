import { requireProgram } from './program.ts';
import { startTestService, type TestService } from './test-service.ts';

/** Starts a private Redis that keeps its data over a restart, unless `settings` (its own) specify otherwise. */
export function startRedis(settings: Readonly<Record<string, string>> = {}): Promise<TestService> {
  return startTestService({
    user: 'redis',
    stopSignal: 'TERM',
    command: ({ directory, port }) => [
      requireProgram('redis-server', 'redis-server'),
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', directory],
      ...['--save', '', '--appendonly', 'yes', '--daemonize', 'no'],
      ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    url: ({ port }) => `redis://127.0.0.1:${port}`,
  });
}
