import type { RedisClientType } from '@redis/client';

/**
 * KEYS: stream. ARGV: group, consumer, idle time, ids.
 * Sets the idle time of those entries that the consumer still has. In one step, as taking an entry back from somebody
 * who has it rightly by now is what must not happen.
 */
const SET_IDLE = `
for i = 4, #ARGV do
  local mine = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])
  if #mine > 0 then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'IDLE', ARGV[3], 'JUSTID')
  end
end
`;

/** Who has the entries, and where. */
export interface EntryOwner {
  readonly stream: string;
  readonly group: string;
  readonly consumer: string;
}

/** Says for how long the consumer's entries have been idle: 0 keeps them, a long time gives them away. */
export async function setIdleTime(
  client: RedisClientType,
  options: { readonly owner: EntryOwner; readonly idleMs: number; readonly ids: readonly string[] },
): Promise<void> {
  const { stream, group, consumer } = options.owner;
  await client.eval(SET_IDLE, {
    keys: [stream],
    arguments: [group, consumer, String(options.idleMs), ...options.ids],
  });
}
