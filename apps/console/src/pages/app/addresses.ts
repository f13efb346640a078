import type { Component } from '@kubemin/client';
import * as z from 'zod';

/** The parts of an ingress or gateway trait that make its addresses. */
const ingressSchema = z.array(
  z.object({
    hosts: z.array(z.string()).optional(),
    tls: z.array(z.object({ hosts: z.array(z.string()).optional() })).optional(),
    routes: z.array(z.object({ path: z.string().optional(), host: z.string().optional() })).optional(),
  }),
);

/** The addresses of one component's ingresses; `ingress` is where the cluster serves hosts, if not at their own address. */
export function componentAddresses({ traits }: Pick<Component, 'traits'>, ingress?: string): readonly string[] {
  const ingresses = ingressSchema.safeParse(traits.ingress).data ?? [];
  const port = ingress === undefined ? '' : new URL(ingress).port;
  const addresses = ingresses.flatMap(({ hosts = [], tls = [], routes = [] }) => {
    const encrypted = new Set(tls.flatMap((each) => each.hosts ?? hosts));
    const all = new Set([...hosts, ...routes.flatMap(({ host }) => host ?? [])]);
    // A wildcard is no address, and neither is an ingress for every host.
    return [...all]
      .filter((host) => host !== '' && !host.includes('*'))
      .map((host) => hostAddress(host, encrypted.has(host), port));
  });
  return [...new Set(addresses)];
}

function hostAddress(host: string, isEncrypted: boolean, port: string): string {
  // The port of the embedded cluster is the one without encryption.
  if (port !== '') return `http://${host}:${port}`;
  return `${isEncrypted ? 'https' : 'http'}://${host}`;
}

/** The addresses of all components. */
export function applicationAddresses(
  components: readonly Pick<Component, 'traits'>[],
  ingress?: string,
): readonly string[] {
  return [...new Set(components.flatMap((component) => componentAddresses(component, ingress)))];
}

const portsSchema = z.array(z.object({ port: z.number() }));

/** The ports of a component. */
export function componentPorts({ properties }: Pick<Component, 'properties'>): readonly number[] {
  return (portsSchema.safeParse(properties.ports).data ?? []).map(({ port }) => port);
}
