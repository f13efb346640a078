/**
 * The streaming protocols of pods (exec, attach, port-forward), over WebSocket and SPDY, for both ends:
 * `websocketCommand`, `spdyCommand`, `servePortForward` and `serveWebSocketPortForward` for a node,
 * `WebSocketConnection` and `PortForwardClient` for a client. They work on any Duplex and open no connections. Neither
 * SPDY nor channels of a WebSocket have flow control here: what is not read blocks its whole connection.
 */
export { CHANNEL_PROTOCOLS, CHANNELS, type ChannelMessage, type ChannelProtocol } from './channel-protocol.ts';
export { type CommandOutcome, readOutcome } from './command-outcome.ts';
export { connectionPair } from './connection-pair.ts';
export type { CommandSession, ContainerStreams, TerminalSize, WantedStreams } from './container-streams.ts';
export { type PortConnection, PortForwardClient } from './port-forward-client.ts';
export { PORT_FORWARD_PROTOCOL, servePortForward, TUNNELED_PORT_FORWARD_PROTOCOL } from './port-forward-session.ts';
export { SPDY_COMMAND_PROTOCOLS, spdyCommand } from './spdy-command.ts';
export { SpdySession } from './spdy-session.ts';
export type { SpdyStream } from './spdy-stream.ts';
export { StreamProtocolError } from './stream-error.ts';
export { websocketCommand } from './websocket-command.ts';
export {
  acceptHeaders,
  offeredProtocols,
  type WebSocketClose,
  WebSocketConnection,
  websocketFrame,
  websocketTunnel,
} from './websocket-connection.ts';
export { PORT_CHANNEL_PROTOCOLS, serveWebSocketPortForward } from './websocket-port-forward.ts';
