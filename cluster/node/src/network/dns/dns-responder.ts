import type { DnsForwarder, DnsTransport } from './dns-forwarder.ts';
import {
  CLASS_ANY,
  CLASS_IN,
  type DnsMessage,
  type DnsQuestion,
  decodeMessage,
  type Edns,
  encodeMessage,
  MAX_MESSAGE,
  MIN_UDP_SIZE,
  RCODE,
  RECORD_TYPE,
} from './dns-message.ts';
import type { DnsZone, ZoneAnswer } from './dns-zone.ts';

/** What fits into one packet on every network: larger responses go over TCP instead of in fragments. */
const UDP_SIZE = 1_232;
/** Zone transfers (AXFR, IXFR) and the like. */
const FIRST_META_TYPE = 128;

export interface DnsResponderOptions {
  readonly zone: DnsZone;
  /** For names outside of the cluster; without it they are refused. */
  readonly forwarder?: DnsForwarder | undefined;
  /** Called for each query that was refused so, with the name and the address it came from. */
  readonly onRefused?: ((name: string, client: string) => void) | undefined;
}

/** Turns queries into responses, both as they are on the wire. */
export class DnsResponder {
  readonly #zone: DnsZone;
  readonly #forwarder: DnsForwarder | undefined;
  readonly #onRefused: DnsResponderOptions['onRefused'];
  #turn = 0;

  constructor({ zone, forwarder, onRefused }: DnsResponderOptions) {
    this.#zone = zone;
    this.#forwarder = forwarder;
    this.#onRefused = onRefused;
  }

  /** Undefined for what must not be answered; a promise only where another server has to be asked. Never throws. */
  respond(bytes: Buffer, transport: DnsTransport, client: string): Buffer | Promise<Buffer> | undefined {
    // Answering a response would let two servers talk to each other forever.
    if (bytes.length < 12 || ((bytes[2] ?? 0) & 0x80) !== 0) return undefined;
    const query = decodeMessage(bytes);
    if (query === undefined) return encodeMessage(formatError(bytes));
    const [question] = query.questions;
    const reply = new Reply(query, transport);
    if (query.opcode !== 0) return reply.error(RCODE.NOTIMP);
    if (question === undefined || query.questions.length > 1) return reply.error(RCODE.FORMERR);
    if ((query.edns?.version ?? 0) !== 0) return reply.error(RCODE.BADVERS);
    if (question.class !== CLASS_IN && question.class !== CLASS_ANY) return reply.error(RCODE.REFUSED);
    if (question.type >= FIRST_META_TYPE && question.type < RECORD_TYPE.ANY) return reply.error(RCODE.REFUSED);
    this.#turn = (this.#turn + 1) >>> 0;
    const answer = this.#zone.lookup(question.name, question.type, this.#turn);
    if (answer === undefined) {
      if (this.#forwarder === undefined) {
        this.#onRefused?.(question.name, client);
        return reply.error(RCODE.REFUSED);
      }
      return forwardQuery(this.#forwarder, bytes, reply);
    }
    if (answer.alias === undefined || this.#forwarder === undefined) return reply.answer(answer);
    return followAlias(this.#forwarder, answer, { ...question, name: answer.alias }, reply);
  }
}

/** Makes the responses to one query. */
class Reply {
  readonly transport: DnsTransport;
  readonly #query: DnsMessage;
  readonly #edns: Edns | undefined;

  constructor(query: DnsMessage, transport: DnsTransport) {
    this.#query = query;
    this.transport = transport;
    this.#edns = query.edns && { udpSize: UDP_SIZE, version: 0, dnssecOk: query.edns.dnssecOk };
  }

  get limit(): number {
    if (this.transport === 'tcp') return MAX_MESSAGE;
    return Math.max(MIN_UDP_SIZE, Math.min(UDP_SIZE, this.#query.edns?.udpSize ?? MIN_UDP_SIZE));
  }

  error(rcode: number): Buffer {
    return encodeMessage(this.#message({ rcode }), this.limit);
  }

  /** The question, marked as truncated: the client asks again over TCP. */
  truncated(): Buffer {
    return encodeMessage(this.#message({ truncated: true }), this.limit);
  }

  answer({ rcode, answers, authorities, additionals }: ZoneAnswer): Buffer {
    try {
      const message = this.#message({ rcode, answers, authorities, additionals, authoritative: true });
      return encodeMessage(message, this.limit);
    } catch (error) {
      // A name in an object, as that of an ExternalName service, that is no domain name.
      if (error instanceof RangeError) return this.error(RCODE.SERVFAIL);
      throw error;
    }
  }

  #message(more: Partial<DnsMessage>): DnsMessage {
    const { id, opcode, recursionDesired, questions } = this.#query;
    return {
      id,
      response: true,
      opcode,
      authoritative: false,
      truncated: false,
      recursionDesired,
      recursionAvailable: true,
      rcode: RCODE.NOERROR,
      questions: questions.slice(0, 1),
      answers: [],
      authorities: [],
      additionals: [],
      edns: this.#edns,
      ...more,
    };
  }
}

async function forwardQuery(forwarder: DnsForwarder, bytes: Buffer, reply: Reply): Promise<Buffer> {
  try {
    const response = await forwarder.forward(bytes, reply.transport);
    return response.length > reply.limit ? reply.truncated() : response;
  } catch {
    return reply.error(RCODE.SERVFAIL);
  }
}

/** Adds what another server has for the name that an alias leads to. */
async function followAlias(
  forwarder: DnsForwarder,
  answer: ZoneAnswer,
  question: DnsQuestion,
  reply: Reply,
): Promise<Buffer> {
  try {
    const query = encodeMessage(makeQuery(question));
    let response = decodeMessage(await forwarder.forward(query, 'udp'));
    if (response?.truncated) response = decodeMessage(await forwarder.forward(query, 'tcp'));
    if (response === undefined) return reply.error(RCODE.SERVFAIL);
    // Only types whose data has no names are kept as they are: those could be compressed.
    const usable = response.answers.filter(
      (record) => record.type !== 'OTHER' || record.code === RECORD_TYPE.AAAA || record.code === RECORD_TYPE.TXT,
    );
    const rcode = response.rcode === RCODE.NXDOMAIN ? RCODE.NXDOMAIN : RCODE.NOERROR;
    return reply.answer({ ...answer, rcode, answers: [...answer.answers, ...usable] });
  } catch {
    return reply.error(RCODE.SERVFAIL);
  }
}

function makeQuery(question: DnsQuestion): DnsMessage {
  return {
    id: 0,
    response: false,
    opcode: 0,
    authoritative: false,
    truncated: false,
    recursionDesired: true,
    recursionAvailable: false,
    rcode: RCODE.NOERROR,
    questions: [question],
    answers: [],
    authorities: [],
    additionals: [],
    edns: { udpSize: UDP_SIZE, version: 0, dnssecOk: false },
  };
}

/** Only the header of such a query can be relied on. */
function formatError(bytes: Buffer): DnsMessage {
  return {
    ...makeQuery({ name: '', type: 0, class: 0 }),
    id: bytes.readUInt16BE(0),
    response: true,
    recursionDesired: ((bytes[2] ?? 0) & 1) !== 0,
    rcode: RCODE.FORMERR,
    questions: [],
    edns: undefined,
  };
}
