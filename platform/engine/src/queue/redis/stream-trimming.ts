import type { RedisClientType } from '@redis/client';

/** Which stream to keep short, and how short. */
export interface TrimOptions {
  readonly stream: string;
  readonly maxLength: number;
}

/**
 * Drops settled entries while the stream is longer than it should be. An entry that some group has not been given, or
 * has in work, stays however long the stream is: unlike MAXLEN, which drops the oldest whatever their state.
 */
export async function trimStream(client: RedisClientType, { stream, maxLength }: TrimOptions): Promise<number> {
  const excess = (await client.xLen(stream)) - maxLength;
  if (excess <= 0) return 0;
  const floor = await lowestNeeded(client, stream);
  if (floor === undefined) return 0;
  return client.xTrim(stream, 'MINID', floor, { strategyModifier: '~', LIMIT: excess });
}

/**
 * The id below which every entry is settled in every group; undefined when no group has read anything. It only ever
 * grows, so it stays right however old it is. Hence also the order: the groups' places before what they have in work.
 */
async function lowestNeeded(client: RedisClientType, stream: string): Promise<string | undefined> {
  let lowest: string | undefined;
  for (const group of await client.xInfoGroups(stream)) {
    const delivered = group['last-delivered-id'];
    const { firstId } = await client.xPending(stream, group.name);
    const needed = firstId !== null && compareStreamIds(firstId, delivered) < 0 ? firstId : delivered;
    if (lowest === undefined || compareStreamIds(needed, lowest) < 0) lowest = needed;
  }
  return lowest;
}

/** The first entry that a group has in work or has not been given; undefined when all are settled. Without a group, the first. */
export async function oldestUnsettled(
  client: RedisClientType,
  {
    stream,
    group,
    delivered,
  }: { readonly stream: string; readonly group?: string | undefined; readonly delivered?: string | undefined },
): Promise<string | undefined> {
  const firstId = group === undefined ? null : (await client.xPending(stream, group)).firstId;
  const [next] =
    (await client.xRange(stream, delivered === undefined ? '-' : `(${delivered}`, '+', { COUNT: 1 })) ?? [];
  if (firstId === null) return next?.id;
  return next === undefined || compareStreamIds(firstId, next.id) < 0 ? firstId : next.id;
}

/** When an entry was added, by the clock of Redis. */
export function streamTime(id: string): number {
  return Number(id.split('-', 1)[0]);
}

/** Orders ids of stream entries (`<milliseconds>-<sequence>`) as Redis does; negative when `one` is older. */
export function compareStreamIds(one: string, other: string): number {
  const [oneTime, oneSequence] = parts(one);
  const [otherTime, otherSequence] = parts(other);
  if (oneTime !== otherTime) return oneTime < otherTime ? -1 : 1;
  if (oneSequence !== otherSequence) return oneSequence < otherSequence ? -1 : 1;
  return 0;
}

/** Both are 64 bits wide. */
function parts(id: string): readonly [time: bigint, sequence: bigint] {
  const [time = '0', sequence = '0'] = id.split('-');
  return [BigInt(time), BigInt(sequence)];
}
