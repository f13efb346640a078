// A file of its own: the table of commands loads it for every command, `--help` included.
import { InvalidValue, type Reader } from '../../command/index.ts';
import { readerMessages } from '../../messages/index.ts';

/** A port here and the port there it leads to. */
export interface PortPair {
  /** 0 takes a free one; undefined the number of the other, if that has one. */
  readonly local: number | undefined;
  /** A number, or the name a container or a Service has for it. */
  readonly remote: number | string;
}

const HIGHEST = 65_535;
const PAIR = /^(?:(\d{0,5}):)?(?:(\d{1,5})|([a-z0-9-]*[a-z][a-z0-9-]*))$/;

/** Reads `8080:80`, `80`, `:80` and the same with the name of a port. */
export const portPair: Reader<PortPair> = (text) => {
  const [whole, local, number, name] = PAIR.exec(text) ?? [];
  const pair = {
    local: local === undefined ? undefined : Number(local),
    remote: number === undefined ? (name ?? '') : Number(number),
  };
  const numbers = [pair.local ?? 0, typeof pair.remote === 'number' ? pair.remote : 1];
  if (whole !== undefined && pair.remote !== 0 && numbers.every((port) => port <= HIGHEST)) return pair;
  throw new InvalidValue(readerMessages.portPair);
};
