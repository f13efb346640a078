import * as z from 'zod';

/**
 * The messages of a command in a container over a WebSocket, the protocol `v5.channel.k8s.io` of Kubernetes: the first byte is the
 * channel, the rest its content.
 */
const CHANNELS = { stdin: 0, stdout: 1, stderr: 2, outcome: 3, size: 4 } as const;

/** What the server sends. Other channels, and messages without one, are undefined: later versions may have more. */
export type ServerFrame =
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'outcome'; readonly outcome: CommandOutcome };

/** How a command ended. */
export type CommandOutcome =
  | { readonly kind: 'exited'; readonly code: number }
  /** It could not be run, or broke off. */
  | { readonly kind: 'failed'; readonly message: string };

/** What the user typed. */
export function encodeInput(text: string): Uint8Array<ArrayBuffer> {
  return frame(CHANNELS.stdin, text);
}

/** The size of the terminal in characters. */
export function encodeSize(columns: number, rows: number): Uint8Array<ArrayBuffer> {
  return frame(CHANNELS.size, JSON.stringify({ Width: columns, Height: rows }));
}

function frame(channel: number, text: string): Uint8Array<ArrayBuffer> {
  const content = new TextEncoder().encode(text);
  const bytes = new Uint8Array(content.length + 1);
  bytes[0] = channel;
  bytes.set(content, 1);
  return bytes;
}

export function decodeFrame(message: ArrayBuffer): ServerFrame | undefined {
  const bytes = new Uint8Array(message);
  const [channel] = bytes;
  const content = bytes.subarray(1);
  if (channel === CHANNELS.stdout || channel === CHANNELS.stderr) return { kind: 'output', bytes: content };
  if (channel === CHANNELS.outcome) return { kind: 'outcome', outcome: readOutcome(new TextDecoder().decode(content)) };
  return undefined;
}

/** The outcome of a `Status`: the exit code is among its causes. */
function readOutcome(text: string): CommandOutcome {
  const status = parseStatus(text);
  if (status?.status === 'Success') return { kind: 'exited', code: 0 };
  const cause = status?.details?.causes?.find(({ reason }) => reason === 'ExitCode');
  const code = Number(cause?.message ?? Number.NaN);
  if (Number.isInteger(code)) return { kind: 'exited', code };
  return { kind: 'failed', message: status?.message ?? text };
}

const statusSchema = z.object({
  status: z.string(),
  message: z.string().optional(),
  details: z
    .object({
      causes: z.array(z.object({ reason: z.string().optional(), message: z.string().optional() })).optional(),
    })
    .optional(),
});

function parseStatus(text: string): z.output<typeof statusSchema> | undefined {
  try {
    return statusSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
