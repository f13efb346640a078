import type { Socket } from 'node:net';
import type { HeaderList, ResponseHead } from './http1-head.ts';

/** A client's request, whatever protocol it came by. */
export interface ClientRequest {
  readonly method: string;
  /** Path and query as the client wrote them. */
  readonly target: string;
  /** The value of Host, '' where an old client sent none. */
  readonly authority: string;
  readonly headers: HeaderList;
  readonly isSecure: boolean;
  readonly remoteAddress: string;
  readonly localPort: number;
  readonly hasBody: boolean;
  /** Of the body; undefined when it is not known beforehand. */
  readonly length: number | undefined;
  readonly expectsContinue: boolean;
  /** The protocol that the client wants to switch to. */
  readonly upgrade: string | undefined;
}

/** Follows an exchange on the client's side. */
export interface ExchangeListener {
  onRequestData(chunk: Buffer): void;
  onRequestEnd(trailers: HeaderList | undefined): void;
  /** The client takes more of the response again. */
  onClientDrain(): void;
  /** The client is gone, or its request broke off; nothing can be sent any more. */
  onClientClosed(): void;
}

/** The head of a response for a client, without hop-by-hop fields. */
export interface ClientResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  /** Whether a body follows; not for HEAD and the like, whatever Content-Length is. */
  readonly hasBody: boolean;
  /** Of the body; undefined when it is not known beforehand. */
  readonly length: number | undefined;
}

/** A client's connection after the end of HTTP on it; `rest` came with the head. */
export interface HandedOver {
  readonly socket: Socket;
  readonly rest: Buffer;
}

/** One request and its response, as seen from the client's side. Calls after the end of the exchange have no effect. */
export interface ClientExchange {
  readonly request: ClientRequest;
  /** Must be set before anything else is called. */
  listener: ExchangeListener | undefined;
  /** Lets the body come in; its first part may come before this returns. */
  readBody(): void;
  pauseBody(): void;
  resumeBody(): void;
  /** What is sent between these two goes out together. */
  cork(): void;
  uncork(): void;
  sendInformational(head: ResponseHead): void;
  sendHead(response: ClientResponse): void;
  /** False: wait for `onClientDrain`. */
  sendData(chunk: Buffer): boolean;
  sendEnd(trailers: HeaderList | undefined): void;
  /** A whole response of the proxy itself; `fields` are further header lines. */
  sendText(status: number, text: string, fields?: Readonly<Record<string, string>>): void;
  /** Breaks off a response that has begun, so that the client notices. */
  abort(): void;
  /** Switches to another protocol: sends the head and hands over the socket. Undefined: not possible. */
  switchProtocols(head: ResponseHead): HandedOver | undefined;
  /** Accepts a CONNECT request in the same way. */
  openTunnel(): HandedOver | undefined;
}
