import { missingKafkaJars } from './kafka-jars.ts';
import { startKafka } from './kafka-service.ts';
import { startMariadb } from './mariadb-service.ts';
import { startPostgres } from './postgres-service.ts';
import { findProgram } from './program.ts';
import { startRedis } from './redis-service.ts';
import type { TestService } from './test-service.ts';

/** A kind of server that tests can have. */
export interface ServiceEntry {
  /** The programs it takes. */
  readonly programs: readonly string[];
  /** What brings them on Debian. */
  readonly debianPackage: string;
  /** Why something else that it takes cannot be had; undefined when it can. */
  missing?(): string | undefined;
  start(): Promise<TestService>;
}

/** The servers tests can have, by name. */
export const testServices = {
  postgres: { programs: ['postgres', 'initdb'], debianPackage: 'postgresql', start: () => startPostgres() },
  mariadb: { programs: ['mariadbd', 'mariadb-install-db'], debianPackage: 'mariadb-server', start: startMariadb },
  kafka: {
    programs: ['java'],
    debianPackage: 'default-jre-headless',
    missing: missingKafkaJars,
    start: startKafka,
  },
  redis: { programs: ['redis-server'], debianPackage: 'redis-server', start: () => startRedis() },
} as const satisfies Readonly<Record<string, ServiceEntry>>;

/** The name of a server that tests can have. */
export type ServiceName = keyof typeof testServices;

/** Why a service cannot be had, in words for the summary; undefined when it can. */
export function missingService(name: ServiceName): string | undefined {
  const entry: ServiceEntry = testServices[name];
  const { programs, debianPackage } = entry;
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length === 0) return entry.missing?.();
  return `there is no ${missing.join(', no ')} on this machine; the Debian package ${debianPackage} has it`;
}
