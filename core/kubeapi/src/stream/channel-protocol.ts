import type { OutcomeForm } from './command-outcome.ts';
import { StreamProtocolError } from './stream-error.ts';

/** The channels of a remote command, by their number. */
export const CHANNELS = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const;

/** A message of a WebSocket that carries several streams. */
export type ChannelMessage =
  | { readonly kind: 'data'; readonly channel: number; readonly bytes: Uint8Array }
  /** No more will come on that channel. */
  | { readonly kind: 'close'; readonly channel: number };

/** How one subprotocol writes its messages. */
export interface ChannelProtocol {
  readonly name: string;
  /** How a command's end is encoded. */
  readonly outcome: OutcomeForm;
  /** Whether a single channel can be closed. */
  readonly closes: boolean;
  readonly frames: 'binary' | 'text';
  encode(message: ChannelMessage): Uint8Array;
  decode(message: Uint8Array): ChannelMessage;
}

const CLOSE_CHANNEL = 255;
const DIGIT_ZERO = 48;
const NOTHING = new Uint8Array();

/** The protocols of commands, in the order we like them. */
export const CHANNEL_PROTOCOLS: readonly ChannelProtocol[] = [
  binary('v5.channel.k8s.io', 'status', true),
  binary('v4.channel.k8s.io', 'status', false),
  base64('v4.base64.channel.k8s.io', 'status'),
  binary('v3.channel.k8s.io', 'words', false),
  binary('v2.channel.k8s.io', 'words', false),
  binary('channel.k8s.io', 'words', false),
  base64('base64.channel.k8s.io', 'words'),
];

function binary(name: string, outcome: OutcomeForm, closes: boolean): ChannelProtocol {
  return {
    name,
    outcome,
    closes,
    frames: 'binary',
    encode: (message) =>
      message.kind === 'close'
        ? Uint8Array.of(CLOSE_CHANNEL, message.channel)
        : Buffer.concat([Uint8Array.of(message.channel), message.bytes]),
    decode: (message) => {
      const [channel, which] = message;
      if (channel === undefined) throw new StreamProtocolError('a message without a channel');
      if (closes && channel === CLOSE_CHANNEL && which !== undefined) return { kind: 'close', channel: which };
      return { kind: 'data', channel, bytes: message.subarray(1) };
    },
  };
}

/** The channel is a digit, or one of the characters after it; the rest is base64. */
function base64(name: string, outcome: OutcomeForm): ChannelProtocol {
  return {
    name,
    outcome,
    closes: false,
    frames: 'text',
    encode: (message) =>
      Buffer.concat([
        Uint8Array.of(DIGIT_ZERO + message.channel),
        message.kind === 'close' ? NOTHING : Buffer.from(Buffer.from(message.bytes).toString('base64')),
      ]),
    decode: (message) => {
      const [first = 0] = message;
      if (first < DIGIT_ZERO) throw new StreamProtocolError('a message without a channel');
      const bytes = Buffer.from(Buffer.from(message.subarray(1)).toString('latin1'), 'base64');
      return { kind: 'data', channel: first - DIGIT_ZERO, bytes };
    },
  };
}
