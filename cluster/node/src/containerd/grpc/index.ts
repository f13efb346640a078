/**
 * gRPC over unix sockets with the HTTP/2 of Node, for the few messages of containerd that are used: `GrpcClient` calls methods, and
 * message types are tables of fields (`message`, `text`, `integer`, …) that encode and decode and give the types of TypeScript.
 */
export { GRPC, GrpcClient, GrpcError, type GrpcMethod } from './grpc-client.ts';
export { bytes, flag, integer, list, type MessageOf, message, nested, text, textMap } from './message-type.ts';
