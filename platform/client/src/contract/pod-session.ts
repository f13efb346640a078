import * as z from 'zod';
import { podNameSchema } from './inventory.ts';
import { lenientBody } from './lenient-body.ts';
import { applicationParams } from './route-parts.ts';

/** The protocols of exec and attach, those of Kubernetes; the first one is used by clients that name none. */
export const COMMAND_PROTOCOLS: readonly string[] = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];

/** Browsers cannot set headers of a WebSocket: they offer the token as a protocol with this beginning, in base64url. */
export const BEARER_PROTOCOL = 'bearer.kubemin.io.';

/** The protocol of a connection to a port: binary messages are bytes, an empty one ends that direction. */
export const PORT_PROTOCOL = 'v1.port.kubemin.io';

/** Codes with which sessions are closed, beside those of RFC 6455: no data for too long, and no connection to the port. */
export const SESSION_CLOSE_CODES = { idle: 4408, portFailed: 4502 } as const;

/** The parameters of a path that names a pod of an application. */
export const podParams = applicationParams.extend({ pod: podNameSchema });

/** The parameters of a path that names a port of a pod. */
export const podPortParams = podParams.extend({ port: z.coerce.number().int().min(1).max(65_535) });

const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .default(false);

/** @default the container that kubectl would take */
const container = z.string().min(1).max(253).optional();

/** Which command is run where, and what it is given. */
export const podCommandSchema = z.object({
  container,
  /** The program, then its arguments: one field for each, in their order. */
  command: z
    .union([z.string().min(1), z.array(z.string()).min(1).max(1_000)])
    .transform((words): readonly string[] => (typeof words === 'string' ? [words] : words)),
  stdin: flag,
  tty: flag,
});
export type PodCommandRequest = z.output<typeof podCommandSchema>;

/** Whose command is attached to. Whether it has a terminal is known from the container. */
export const podAttachSchema = z.object({ container, stdin: flag });
export type PodAttachRequest = z.output<typeof podAttachSchema>;

/** The image of a debug container for which none is named: small, with a shell and the usual tools. */
export const DEBUG_IMAGE = 'busybox:stable';

const debugRequest = z.object({
  /** @default DEBUG_IMAGE */
  image: z.string().trim().min(1).max(1_000).default(DEBUG_IMAGE),
  /** Whose processes the debug container sees. @default those of no other container */
  container,
});

/** What a debug container is made of. */
export const debugRequestSchema = lenientBody(debugRequest);
export type DebugRequest = z.output<typeof debugRequest>;

/** The container that was added to the pod. It runs as soon as its image is there; exec then finds it by its name. */
export const debugContainerSchema = z.object({ pod: z.string(), container: z.string(), image: z.string() });
export type DebugContainer = z.output<typeof debugContainerSchema>;
