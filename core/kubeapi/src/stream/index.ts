/**
 * Streams over WebSocket (exec, attach, port-forward, logs): frames, channels and flow control.
 */
export { CHANNEL_PROTOCOLS, CHANNELS, type ChannelMessage, type ChannelProtocol } from './channel-protocol.ts';
export { type CommandOutcome, readOutcome } from './command-outcome.ts';
export type { CommandSession, ContainerStreams, TerminalSize, WantedStreams } from './container-streams.ts';
export { type PortConnection, PortForwardClient } from './port-forward-client.ts';
export { PORT_FORWARD_PROTOCOL, servePortForward, TUNNELED_PORT_FORWARD_PROTOCOL } from './port-forward-session.ts';
export { SPDY_COMMAND_PROTOCOLS, spdyCommand } from './spdy-command.ts';
export { SpdySession } from './spdy-session.ts';
export type { SpdyStream } from './spdy-stream.ts';
export { StreamProtocolError } from './stream-error.ts';
export { websocketCommand } from './websocket-command.ts';
export { WebSocketConnection } from './websocket-connection.ts';
export { acceptHeaders, offeredProtocols } from './websocket-handshake.ts';
export { websocketTunnel } from './websocket-tunnel.ts';
