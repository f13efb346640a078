import { mkdir, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a phase came to. */
export interface PhaseUsage {
  readonly seconds: number;
  /** Of the whole process: all threads, garbage collection included. */
  readonly cpuMicros: number;
  readonly loopDelayP99Ms: number;
}

const DELAY_RESOLUTION_MS = 1;

/** Runs a phase of the benchmark and looks at what it costs; with a directory, its profile is left there. */
export async function phase(
  name: string,
  profiles: string | undefined,
  work: () => Promise<void>,
): Promise<PhaseUsage> {
  const session = profiles === undefined ? undefined : await startProfile();
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  if (session !== undefined && profiles !== undefined) await keepProfile(session, profiles, name);
  const loopDelayP99Ms = Math.max(0, delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS);
  return { seconds, cpuMicros: user + system, loopDelayP99Ms };
}

async function startProfile(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  return session;
}

async function keepProfile(session: Session, directory: string, name: string): Promise<void> {
  const { profile } = await session.post('Profiler.stop');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${name}.cpuprofile`), JSON.stringify(profile));
  session.disconnect();
}
