import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { QueueSettings } from '../queue-settings.ts';

/** Options of the process: which driver, where its server is, and how to consume. */
export interface ConsumerProcessOptions {
  readonly driver: 'redis' | 'kafka';
  readonly server: object;
  readonly settings: QueueSettings;
}

/** Starts a consumer in its own process, waits until it has a message in work, and kills it; returns the id of the task. */
export async function crashConsumerProcess(options: ConsumerProcessOptions): Promise<string> {
  const script = join(import.meta.dirname, 'queue-consumer.process.ts');
  const flags = ['--disable-warning=ExperimentalWarning', script, JSON.stringify(options)];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const taskId of createInterface({ input: child.stdout })) return taskId;
    throw new Error(`the consumer ended before it had a message, with code ${child.exitCode}`);
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
  }
}
