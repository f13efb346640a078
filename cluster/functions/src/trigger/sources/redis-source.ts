import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { RedisClientType } from '@redis/client';
import type { TriggerSpec } from '../trigger-resource.ts';
import { readSecret, type SourceContext, type SourceEvent, type TriggerSource } from '../trigger-source.ts';

type RedisSpec = NonNullable<TriggerSpec['redisStream']>;

const BLOCK_MS = 5_000;
const BATCH = 50;
const CONNECT_TIMEOUT_MS = 10_000;
/** Before the first entry of any stream. */
const BEGINNING = '0-0';

/** Entries of a Redis stream. The position is the checkpoint; nothing is changed in Redis. */
export const redisSource: TriggerSource = {
  async run(context: SourceContext): Promise<void> {
    const { trigger, checkpoint, signal, accept, ready } = context;
    const spec = trigger.spec.redisStream;
    if (spec === undefined) throw new TypeError('spec.redisStream is missing');
    const { stream } = spec;
    const client = await connect(spec, context);
    const end = (): void => {
      if (client.isOpen) client.destroy();
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      const place = `${spec.url} ${stream}`;
      const isKnown = checkpoint?.place === place && typeof checkpoint.lastId === 'string';
      let lastId = isKnown ? String(checkpoint.lastId) : await firstPosition(client, spec);
      if (!isKnown) await accept({ events: [], checkpoint: { place, lastId } });
      ready();
      while (!signal.aborted) {
        const found = await client.xRead({ key: stream, id: lastId }, { BLOCK: BLOCK_MS, COUNT: BATCH });
        const events = readEntries(found, stream);
        const last = events.at(-1);
        if (last === undefined) continue;
        lastId = last.entry;
        const all = events.map(({ entry, fields }): SourceEvent => {
          const id = `${trigger.metadata.uid}.${entry}`;
          return { id, data: { type: 'redisStream', stream, entry, fields } };
        });
        await accept({ events: all, checkpoint: { place, lastId } });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  },
};

async function connect(
  { url, secret }: RedisSpec,
  { trigger, client, signal }: SourceContext,
): Promise<RedisClientType> {
  const { namespace = '' } = trigger.metadata;
  const [username, password] =
    secret === undefined
      ? []
      : await Promise.all(
          ['username', 'password'].map((key) => readSecret(client, { namespace, name: secret, key, signal })),
        );
  // The default import: named exports of a CommonJS module are unreliable in a bundle.
  const { default: redis } = await import('@redis/client');
  const made: RedisClientType = redis.createClient({
    url,
    // The library would queue and retry without limit; the trigger is started again, with its reason in the status.
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
    disableOfflineQueue: true,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  });
  // Without a listener an error would end the process; pending commands reject in any case.
  made.on('error', () => undefined);
  return made.connect();
}

async function firstPosition(client: RedisClientType, { stream, from }: RedisSpec): Promise<string> {
  if (from === 'earliest') return BEGINNING;
  const newest = await client.xRevRange(stream, '+', '-', { COUNT: 1 });
  return newest?.[0]?.id ?? BEGINNING;
}

interface StreamEntry {
  readonly entry: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The reply is typed loosely by the library; anything else than entries is refused. */
function readEntries(reply: unknown, stream: string): readonly StreamEntry[] {
  if (reply === null) return [];
  if (!Array.isArray(reply)) throw unreadable(stream);
  const streams: readonly unknown[] = reply;
  return streams.flatMap((one) => {
    if (typeof one !== 'object' || one === null || !('messages' in one) || !Array.isArray(one.messages)) {
      throw unreadable(stream);
    }
    const messages: readonly { readonly id: string; readonly message: Record<string, string> }[] = one.messages;
    return messages.map(({ id, message }) => ({ entry: id, fields: { ...message } }));
  });
}

function unreadable(stream: string): TerminalError {
  return new TerminalError(verbatim(`the reply for the stream ${stream} cannot be read`), {
    code: 'TRIGGER_REPLY_UNREADABLE',
  });
}
