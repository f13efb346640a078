import type { Part } from '../source/part.ts';

/** Reads the ports a container listens on; those of the host and those that are not TCP stay behind. */
export function readContainerPorts(container: Part): readonly number[] {
  const ports = new Set<number>();
  for (const part of container.at('ports').items) {
    const protocol = part.at('protocol').peek() ?? 'TCP';
    if (protocol !== 'TCP') {
      part.omit(`The container's ports are TCP. It listens on ${protocol} all the same; a Service can name the port.`);
      continue;
    }
    part.at('protocol').accept();
    const port = part.at('containerPort').number();
    if (port !== undefined) ports.add(port);
    const name = part.at('name').text();
    if (name !== undefined) {
      part.at('name').note(`the port's name "${name}"`, 'Ports of containers have no names; their numbers are used.');
    }
  }
  return [...ports];
}
