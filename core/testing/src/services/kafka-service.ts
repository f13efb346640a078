import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { kafkaJars } from './kafka-jars.ts';
import { requireProgram } from './program.ts';
import { freePort, type ServicePlace, startTestService, type TestService } from './test-service.ts';

/** A private Kafka that can lose its memory. */
export interface KafkaService extends TestService {
  /** Removes its data; the server is stopped. */
  erase(): Promise<void>;
}

/** Made of any letters: it only has to be the same for all members, and there is one. */
const CLUSTER_ID = 'kubeminTestCluster0001';
const FAST_START = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'];
/** Gives the storage its identity at the first start, and again when it has been erased. */
const RUN = `
jars=$1 java=$2; shift 2
test -e data/meta.properties || "$java" "$@" -cp "$jars/*" kafka.tools.StorageTool format -t ${CLUSTER_ID} -c server.properties
exec "$java" "$@" -cp "$jars/*" kafka.Kafka server.properties
`;

/** Starts a private Kafka of one node. */
export async function startKafka(): Promise<KafkaService> {
  const jars = await kafkaJars();
  let data = '';
  const service = await startTestService({
    // It has nothing against root, in whose home its jars may lie.
    user: 'root',
    stopSignal: 'KILL',
    prepare: async (place) => {
      data = join(place.directory, 'data');
      await writeFile(join(place.directory, 'server.properties'), await serverProperties(place));
    },
    command: () => ['/bin/sh', '-c', RUN, 'kafka', jars, requireProgram('java', 'default-jre-headless'), ...FAST_START],
    // It prints nothing without a logging library.
    isReady: ({ port }) => listens(port),
    url: ({ port }) => `kafka://127.0.0.1:${port}`,
  });
  return { ...service, erase: () => rm(data, { recursive: true, force: true }) };
}

async function serverProperties({ directory, port }: ServicePlace): Promise<string> {
  const controller = `127.0.0.1:${await freePort()}`;
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${controller}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://${controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': join(directory, 'data'),
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'auto.create.topics.enable': false,
    'num.network.threads': 2,
    'num.io.threads': 2,
    // A broker that was killed is let in again when the old one's session is over; members of groups likewise.
    'broker.session.timeout.ms': 2_000,
    'broker.heartbeat.interval.ms': 500,
    'group.min.session.timeout.ms': 500,
    'group.initial.rebalance.delay.ms': 0,
  };
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });
}
