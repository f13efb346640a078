import type { Admin } from '@platformatic/kafka';

const LATEST = -1n;
const EARLIEST = -2n;

/** How many messages a topic holds, and how many of them lie past the places that the group has committed. */
export async function topicStats(
  admin: Admin,
  options: { readonly topic: string; readonly groupId: string },
): Promise<{ readonly length: number; readonly backlog: number }> {
  const { topic, groupId } = options;
  const metadata = await admin.metadata({ topics: [topic] });
  const partitions = [...Array(metadata.topics.get(topic)?.partitionsCount ?? 0).keys()];
  const [first, end] = await Promise.all([
    listOffsets(admin, { topic, partitions, timestamp: EARLIEST }),
    listOffsets(admin, { topic, partitions, timestamp: LATEST }),
  ]);
  const groups = await admin.listConsumerGroupOffsets({ groups: [groupId] });
  const committed = new Map(
    groups
      .flatMap((group) => group.topics)
      .filter(({ name }) => name === topic)
      .flatMap((one) => one.partitions)
      .map(({ partitionIndex, committedOffset }) => [partitionIndex, committedOffset]),
  );
  let length = 0n;
  let backlog = 0n;
  for (const partition of partitions) {
    const [from, to] = [first.get(partition) ?? 0n, end.get(partition) ?? 0n];
    const place = committed.get(partition) ?? -1n;
    length += to - from;
    // A place outside the topic is one of a topic that was there before.
    backlog += to - (place >= from && place <= to ? place : from);
  }
  return { length: Number(length), backlog: Number(backlog) };
}

async function listOffsets(
  admin: Admin,
  options: { readonly topic: string; readonly partitions: readonly number[]; readonly timestamp: bigint },
): Promise<ReadonlyMap<number, bigint>> {
  const { topic, timestamp } = options;
  const partitions = options.partitions.map((partitionIndex) => ({ partitionIndex, timestamp }));
  const listed = await admin.listOffsets({ topics: [{ name: topic, partitions }] });
  return new Map(listed.flatMap((one) => one.partitions).map(({ partitionIndex, offset }) => [partitionIndex, offset]));
}
