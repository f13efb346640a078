import { driveLoad } from '../support/load.ts';
import { compare } from '../support/statistics.ts';
import type { Scenario, Subject } from './bench.ts';
import { CONFIG_MAPS, configMapNames, requestFor } from './config-maps.ts';

const OBJECTS = 5000;
const LISTS = 5;

/** A list of 5,000. */
export const listCost: Scenario = async (bench) => {
  const subjects = [
    await filled(await bench.serve('server-child', await bench.directory())),
    await filled(await bench.serve('bare-child', await bench.directory())),
  ];
  const [ours = [], theirs = []] = await bench.interleave(subjects, async (subject) => {
    const requests = Array.from({ length: LISTS }, () => ({ method: 'GET', path: CONFIG_MAPS }) as const);
    return driveLoad({ child: subject.child, connections: await subject.connect(1), requests });
  });
  return [
    {
      name: 'list of 5,000: CPU',
      unit: 'ms',
      ...compare(
        ours.map(({ cpuMicros }) => cpuMicros / 1000),
        theirs.map(({ cpuMicros }) => cpuMicros / 1000),
      ),
    },
    {
      name: 'list of 5,000: p50',
      unit: 'ms',
      ...compare(
        ours.map(({ p50Ms }) => p50Ms),
        theirs.map(({ p50Ms }) => p50Ms),
      ),
    },
  ];
};

async function filled(subject: Subject): Promise<Subject> {
  const connections = await subject.connect(16);
  const requests = configMapNames(0, OBJECTS).map(requestFor.create);
  await driveLoad({ child: subject.child, connections, requests });
  for (const connection of connections) connection.close();
  return subject;
}
