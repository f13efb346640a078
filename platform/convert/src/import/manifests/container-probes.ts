import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';

type Probe = TraitEntry<'probes'>;

const TYPES = ['liveness', 'readiness', 'startup'] as const;
const NUMBERS = [
  'initialDelaySeconds',
  'periodSeconds',
  'timeoutSeconds',
  'failureThreshold',
  'successThreshold',
] as const;

/** Reads the three probes of a container; names of ports become their numbers. */
export function readProbes(container: Part): readonly Probe[] {
  return TYPES.flatMap((type) => {
    const part = container.at(`${type}Probe`);
    if (!part.present) return [];
    const handler = readHandler(part, container);
    if (handler === undefined) {
      part.omit(manifestsMessages.probe);
      return [];
    }
    const numbers = Object.fromEntries(
      NUMBERS.flatMap((name) => {
        const number = part.at(name).number();
        return number === undefined ? [] : [[name, number]];
      }),
    );
    return [{ type, ...handler, ...numbers }];
  });
}

function readHandler(part: Part, container: Part): Omit<Probe, 'type'> | undefined {
  const exec = part.at('exec', 'command');
  if (exec.isList) return { exec: { command: exec.texts() } };
  const http = part.at('httpGet');
  if (http.present) {
    const port = portNumber(http.at('port'), container);
    if (port === undefined) return undefined;
    const scheme = http.at('scheme').peek() === 'HTTPS' ? ('HTTPS' as const) : ('HTTP' as const);
    const given = http.at('scheme').text() === undefined ? {} : { scheme };
    return {
      httpGet: { path: http.at('path').text() ?? '/', port, ...filled({ host: http.at('host').text() }), ...given },
    };
  }
  const port = portNumber(part.at('tcpSocket', 'port'), container);
  if (port === undefined) return undefined;
  return { tcpSocket: { port, ...filled({ host: part.at('tcpSocket', 'host').text() }) } };
}

/** The number of a port given by number or by the name it has in its container. */
export function portNumber(port: Part, container: Part): number | undefined {
  const number = port.number();
  if (number !== undefined) return number;
  const named = container.at('ports').items.find((entry) => entry.at('name').peek() === port.peek());
  if (named === undefined || port.text() === undefined) return undefined;
  return Number(named.at('containerPort').peek());
}
