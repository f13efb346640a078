import { type Clock, type Logger, type Random, TerminalError } from '@kubemin/base';
import {
  createKubeClient,
  createLeaseElection,
  type KubeClient,
  type Leadership,
  type LeaseElection,
  type LeaseTimes,
} from '@kubemin/kube';
import { resourceMessages } from '../messages/index.ts';
import type { TermInfo } from '../resource/index.ts';
import { waitForAbort } from './aborted.ts';
import type { TermEnd } from './term.ts';
import type { LeadershipGrant } from './turn.ts';

/** The Lease by which one of several managers is elected. */
export interface LeaderElectionOptions extends Partial<LeaseTimes> {
  readonly namespace: string;
  /** Name of the Lease: one for each set of controllers that must not run twice. */
  readonly name: string;
  /** Identity of this process: unique, also across restarts. */
  readonly identity: string;
}

/** What an election needs besides its options. */
export interface LeaderElectionTools {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** How long pending work may take to end when the process stops. */
  readonly stopGraceMs: number;
}

/** Takes part in the election and runs the work in each term it wins. */
export class LeaderCandidate {
  readonly #options: LeaderElectionOptions;
  readonly #tools: LeaderElectionTools;
  readonly #election: LeaseElection;

  /** Throws LEASE_TIMES_INVALID. */
  constructor(options: LeaderElectionOptions, tools: LeaderElectionTools) {
    this.#options = options;
    this.#tools = tools;
    this.#election = createLeaseElection({ ...options, ...tools });
  }

  /** The identity of the leader at the last observation. */
  get leader(): string | undefined {
    return this.#election.leader;
  }

  /**
   * Runs until the signal aborts. Rejects with what `lead` throws, and when the lease was lost but work of the lost term
   * does not end: then only the end of the process prevents two leaders from working at once.
   */
  async run(signal: AbortSignal, lead: (turn: LeadershipGrant) => Promise<TermEnd>): Promise<void> {
    const broken = new AbortController();
    await this.#election.run(AbortSignal.any([signal, broken.signal]), async (leadership) => {
      try {
        const { stuck } = await lead(this.#grant(leadership));
        await waitForAbort(leadership.signal);
        if (stuck.length > 0 && !leadership.isHeld()) throw leadershipLostError(stuck);
        // The process is stopping with pending work: the next leader must wait for the lease to expire.
        if (stuck.length > 0) leadership.forfeit();
      } catch (error) {
        broken.abort(error);
        throw error;
      }
    });
    if (broken.signal.aborted) throw broken.signal.reason;
  }

  #grant(leadership: Leadership): LeadershipGrant {
    const { client, stopGraceMs } = this.#tools;
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000 } = this.#options;
    const fenceClient = ({ handler }: KubeClient): KubeClient => createKubeClient(leadership.fence(handler));
    return {
      client: fenceClient(client),
      fenceClient,
      leadership: toTermInfo(leadership, this.#options.identity),
      signal: leadership.signal,
      // Once the lease is lost, another leader may start after the rest of its duration.
      graceMs: () => (leadership.isHeld() ? stopGraceMs : Math.min(stopGraceMs, leaseDurationMs - renewDeadlineMs)),
    };
  }
}

function toTermInfo(leadership: Leadership, identity: string): TermInfo {
  return {
    identity,
    term: leadership.term,
    isHeld: () => leadership.isHeld(),
    assertHeld: () => {
      if (!leadership.isHeld()) throw leadership.signal.reason;
    },
  };
}

function leadershipLostError(stuck: readonly string[]): TerminalError {
  return new TerminalError(resourceMessages.leadershipLost({ stuck: stuck.join(', ') }), {
    code: 'LEADERSHIP_LOST_WITH_WORK',
  });
}
