import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, requireProgram, runProgram } from './program.ts';

const VERSION = '3.9.1';
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kubemin</groupId>
  <artifactId>kafka-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/** Kept outside the checkout, for all checkouts of this user. */
function cacheDirectory(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kubemin');
}

function jarDirectory(): string {
  return join(cacheDirectory(), `kafka-${VERSION}`);
}

/** Why Kafka cannot be had, in words for the summary; undefined when it can. */
export function missingKafkaJars(): string | undefined {
  if (existsSync(jarDirectory())) return undefined;
  if (process.env.KUBEMIN_TEST_INSTALL !== '1')
    return 'there is no Kafka on this machine; KUBEMIN_TEST_INSTALL=1 fetches it with Maven';
  return findProgram('mvn') === undefined
    ? 'there is no mvn to fetch Kafka with; the Debian package maven has it'
    : undefined;
}

/** The directory of Kafka's jars; fetches them when they are not there. */
export async function kafkaJars(): Promise<string> {
  const jars = jarDirectory();
  if (existsSync(jars)) return jars;
  await mkdir(cacheDirectory(), { recursive: true });
  const cwd = await mkdtemp(join(cacheDirectory(), 'fetching-'));
  try {
    await writeFile(join(cwd, 'pom.xml'), POM);
    const mvn = requireProgram('mvn', 'maven');
    await runProgram([mvn, '--batch-mode', '--quiet', COPY, '-DoutputDirectory=jars'], { cwd, user: undefined });
    // Whole or not at all; if another run was faster, its jars are as good.
    await rename(join(cwd, 'jars'), jars).catch((error: unknown) => {
      if (!existsSync(jars)) throw error;
    });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
  return jars;
}
