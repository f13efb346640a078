import { chown, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { quickDirectory } from '../temporary-directory.ts';
import { GuardedProcess } from './guarded-process.ts';
import { type ServiceUser, serviceUser } from './service-user.ts';

/** A private server on a free port, with a directory of its own. */
export interface TestService {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Stops the server; its data stay. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Stops it permanently and removes its data. */
  close(): Promise<void>;
}

/** Where a service lives and as whom it runs. */
export interface ServicePlace {
  readonly directory: string;
  readonly port: number;
  readonly user: ServiceUser | undefined;
}

/** What is particular to a kind of service. */
export interface ServiceKind {
  /** The system user it runs as when the tests run as root. */
  readonly user: string;
  readonly stopSignal: 'TERM' | 'QUIT' | 'KILL';
  /** Done once, before the first start. */
  prepare?(place: ServicePlace): Promise<void>;
  command(place: ServicePlace): readonly [program: string, ...args: string[]];
  url(place: ServicePlace): string;
  /** Whether it serves by now. @default it printed that it does */
  isReady?(place: ServicePlace): Promise<boolean>;
}

const HOST = '127.0.0.1';
// A port that accepts is not enough: PostgreSQL responds "starting up" there first. All of them print this when they are ready.
const READY = /ready (to accept|for) connections/i;

/** Starts a private service; rejects with what it printed when it does not come up. */
export async function startTestService(kind: ServiceKind): Promise<TestService> {
  // Most of what tests do with databases is to create tables and remove them: files, which disks are slow at.
  const temporary = await quickDirectory();
  const user = serviceUser(kind.user);
  const place: ServicePlace = { directory: join(temporary.path, 'service'), port: await freePort(), user };
  let process: GuardedProcess | undefined;
  const start = async (): Promise<void> => {
    const { stopSignal } = kind;
    const started = new GuardedProcess({ command: kind.command(place), directory: place.directory, user, stopSignal });
    process = started;
    const isReady = kind.isReady ?? (async () => READY.test(started.output));
    await eventually(async () => !started.running || (await isReady(place)));
    if (!started.running) throw new Error(`the service ended at once: ${started.output.slice(-2_000)}`);
  };
  const close = async (): Promise<void> => {
    await process?.stop();
    await temporary.remove();
  };
  try {
    await mkdir(place.directory);
    if (user !== undefined) {
      // The directory above is root's, and others must be able to pass through.
      await chown(temporary.path, user.uid, user.gid);
      await chown(place.directory, user.uid, user.gid);
    }
    await kind.prepare?.(place);
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { host: HOST, port: place.port, url: kind.url(place), start, stop: async () => process?.stop(), close };
}

/** A port of the loopback address that is free right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
