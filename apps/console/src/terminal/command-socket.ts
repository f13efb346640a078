import { BEARER_PROTOCOL, COMMAND_PROTOCOLS, podRoutes, routePath } from '@kubemin/client';
import { type CommandOutcome, decodeFrame, encodeInput, encodeSize } from './channel-frames.ts';

/** A container, and what reaches it. */
export interface CommandPlace {
  /** The address of the platform. */
  readonly url: string;
  readonly token: string;
  readonly appId: string;
  readonly pod: string;
  /** @default the one that kubectl would take */
  readonly container?: string | undefined;
}

/** Why a session ended: the command did, or the connection. */
export type SessionEnd = CommandOutcome | { readonly kind: 'closed'; readonly code: number; readonly wasOpen: boolean };

export interface SessionListener {
  opened(): void;
  output(bytes: Uint8Array): void;
  /** Called once. */
  ended(end: SessionEnd): void;
}

/** Takes bash where there is one; every container with a shell has sh. */
const SHELL = [
  'sh',
  '-c',
  'export TERM=xterm-256color; if command -v bash >/dev/null 2>&1; then exec bash; else exec sh; fi',
];

/** A shell in a container, over a WebSocket of the platform with the rights of the user. */
export class ShellSession {
  readonly #socket: WebSocket;
  readonly #listener: SessionListener;
  #hasEnded = false;
  #wasOpen = false;

  constructor(place: CommandPlace, listener: SessionListener) {
    this.#listener = listener;
    this.#socket = new WebSocket(shellAddress(place), [...COMMAND_PROTOCOLS, bearerProtocol(place.token)]);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => {
      this.#wasOpen = true;
      listener.opened();
    });
    this.#socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) this.#receive(data);
    });
    this.#socket.addEventListener('close', ({ code }) => this.#end({ kind: 'closed', code, wasOpen: this.#wasOpen }));
  }

  type(text: string): void {
    this.#send(encodeInput(text));
  }

  resize(columns: number, rows: number): void {
    this.#send(encodeSize(columns, rows));
  }

  close(): void {
    this.#hasEnded = true;
    this.#socket.close();
  }

  #receive(data: ArrayBuffer): void {
    const received = decodeFrame(data);
    if (received?.kind === 'output') this.#listener.output(received.bytes);
    if (received?.kind === 'outcome') this.#end(received.outcome);
  }

  #end(end: SessionEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#listener.ended(end);
  }

  #send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(bytes);
  }
}

export function shellAddress({ url, appId, pod, container }: Omit<CommandPlace, 'token'>): string {
  const query = new URLSearchParams({ stdin: 'true', tty: 'true', ...(container !== undefined && { container }) });
  for (const word of SHELL) query.append('command', word);
  return `${url.replace(/^http/, 'ws')}${routePath(podRoutes.execInPod, { appId, pod })}?${query}`;
}

/** Browsers cannot set headers of a WebSocket: the token is offered as a protocol, in base64url. */
export function bearerProtocol(token: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(token));
  return `${BEARER_PROTOCOL}${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}
