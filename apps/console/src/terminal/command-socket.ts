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

/** Why a session ended: the command did, or the connection, or the container has no shell. */
export type SessionEnd =
  | CommandOutcome
  | { readonly kind: 'noShell'; readonly message: string }
  | { readonly kind: 'closed'; readonly code: number; readonly wasOpen: boolean };

export interface SessionListener {
  /** Called for each shell that is tried. */
  opened(): void;
  output(bytes: Uint8Array): void;
  /** Called once. */
  ended(end: SessionEnd): void;
}

/** Tried one after another: each is a session of its own, as nothing but a shell could look for another one. */
const SHELLS = ['bash', 'sh', 'ash'] as const;

/** What runtimes exit with when a program is not there, or cannot be executed. */
const NOT_FOUND_CODES: readonly number[] = [126, 127];

/** A shell in a container, over a WebSocket of the platform with the rights of the user. */
export class ShellSession {
  readonly #place: CommandPlace;
  readonly #listener: SessionListener;
  #socket: WebSocket;
  #hasEnded = false;
  #hasOutput = false;
  #hasInput = false;

  constructor(place: CommandPlace, listener: SessionListener) {
    this.#place = place;
    this.#listener = listener;
    this.#socket = this.#open(0);
  }

  type(text: string): void {
    this.#hasInput = true;
    this.#send(encodeInput(text));
  }

  resize(columns: number, rows: number): void {
    this.#send(encodeSize(columns, rows));
  }

  close(): void {
    this.#hasEnded = true;
    this.#socket.close();
  }

  #open(shell: number): WebSocket {
    const { token, ...place } = this.#place;
    const address = shellAddress(place, SHELLS[shell] ?? 'sh');
    const socket = new WebSocket(address, [...COMMAND_PROTOCOLS, bearerProtocol(token)]);
    let wasOpen = false;
    let isOver = false;
    const end = (how: SessionEnd): void => {
      if (isOver || this.#hasEnded) return;
      isOver = true;
      if (!this.#isMissing(how)) this.#end(how);
      else if (shell + 1 < SHELLS.length) this.#socket = this.#open(shell + 1);
      else this.#end({ kind: 'noShell', message: how.kind === 'failed' ? how.message : '' });
    };
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => {
      wasOpen = true;
      this.#listener.opened();
    });
    socket.addEventListener('message', ({ data }) => {
      const received = data instanceof ArrayBuffer ? decodeFrame(data) : undefined;
      if (received?.kind === 'outcome') end(received.outcome);
      if (received?.kind !== 'output' || isOver) return;
      this.#hasOutput = true;
      this.#listener.output(received.bytes);
    });
    socket.addEventListener('close', ({ code }) => end({ kind: 'closed', code, wasOpen }));
    return socket;
  }

  /** Whether the shell was not there, as far as that can be known: runtimes report it in different ways. */
  #isMissing(end: SessionEnd): boolean {
    if (this.#hasInput) return false;
    if (end.kind === 'failed') return !this.#hasOutput;
    return end.kind === 'exited' && NOT_FOUND_CODES.includes(end.code);
  }

  #end(end: SessionEnd): void {
    this.#hasEnded = true;
    this.#listener.ended(end);
  }

  #send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(bytes);
  }
}

export function shellAddress({ url, appId, pod, container }: Omit<CommandPlace, 'token'>, shell: string): string {
  const query = new URLSearchParams({ stdin: 'true', tty: 'true', ...(container !== undefined && { container }) });
  query.append('command', shell);
  return `${url.replace(/^http/, 'ws')}${routePath(podRoutes.execInPod, { appId, pod })}?${query}`;
}

/** Browsers cannot set headers of a WebSocket: the token is offered as a protocol, in base64url. */
export function bearerProtocol(token: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(token));
  return `${BEARER_PROTOCOL}${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}
